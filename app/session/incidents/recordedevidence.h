// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/recording/recording.h"
#include "models/incidents/evidence.h"
#include "models/incidents/lostthroughput.h"

#include <functional>
#include <set>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

namespace lockstep {

/// Evidence of an incident from the recording, for data that is not in memory.
struct RecordedEvidence
{
    std::vector<EvidenceSpan> spans; ///< unordered
    std::uint64_t spansLeftOut = 0;
    LostThroughput lost; ///< its lanes are those below
    std::set<std::string> lanes; ///< lanes with a span, see laneKey()
    std::vector<EvidenceEvent> events;
    std::vector<EvidenceGap> gaps;
    std::string problem; ///< why data is missing; empty: complete
};

/// One lane of one entity, the same in memory and in recordings.
[[nodiscard]] std::string laneKey(const std::string& entityPath, const std::string& lane);

/// Reads evidence from a recording once, on its own thread. The destructor cancels it.
class RecordedEvidenceReader
{
public:
    struct Request
    {
        std::string path; ///< folder or file
        std::vector<TimeRange> spans; ///< ranges that do not overlap
        TimeRange events; ///< range of events and gaps; empty: none
        std::vector<EntityName> entities; ///< entities whose spans are kept; empty: all
        std::size_t maxSpans = 4000; ///< the worst are kept, all are counted
    };

    /// @param done called on the reader's thread, unless cancelled
    RecordedEvidenceReader(Request request, std::function<void(RecordedEvidence)> done);

private:
    std::jthread m_thread;
};

} // namespace lockstep
