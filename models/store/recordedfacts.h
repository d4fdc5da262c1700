// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/clockoffset.h"
#include "models/core/gap.h"
#include "models/core/sourcestatus.h"
#include "models/ingest/derived.h"

#include <optional>
#include <utility>
#include <vector>

namespace lockstep {

/// Facts of a recording other than columns and spans, for its whole time range. Nodes and entities are those of its
/// topology.
struct RecordedFacts
{
    template <class Fact>
    using OfNodes = std::vector<std::pair<std::uint32_t, Fact>>; ///< by node index

    SourceStatus source;
    OfNodes<Gap> gaps; ///< in order of time, in the recording's time
    OfNodes<ClockOffset> clocks; ///< the newest of each node
    std::vector<DerivedEvent> events; ///< in order of time
    std::optional<TimePoint> eventsUntil; ///< later events did not fit; nullopt: complete
    std::optional<TimePoint> eventsSince; ///< earlier events did not fit; nullopt: complete
    bool reportsSilence = true; ///< false: silence of nodes was not recorded, and all count as live
};

} // namespace lockstep
