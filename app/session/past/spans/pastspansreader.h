// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/recording/recording.h"
#include "models/core/work/latestrequest.h"
#include "models/store/spans/spansource.h"

#include <functional>
#include <memory>

namespace lockstep {

/// Reads the spans of a time range of a recording on a low-priority thread. A new request cancels the previous one. If
/// there are too many spans to draw, it reads only those around the middle of the range. Request from one thread;
/// answers arrive on the reader's thread. The destructor waits for a read in progress.
class PastSpansReader
{
public:
    struct Request
    {
        TimeRange range;
        TimePoint middle; ///< centre of interest, read first
        TopologyPtr topology; ///< topology whose entity ids the spans use
    };
    /// Called with the range requested; the spans may cover less. If reading takes long there are two answers: first
    /// around the middle, then all. @param isWhole last answer
    using Answer = std::function<void(TimeRange, std::shared_ptr<const PastSpans>, bool isWhole)>;

    /// More cannot be distinguished on screen, and would take seconds to read.
    static constexpr std::size_t maxSpans = 1'000'000;

    /// @param recording not shared
    /// @param isGrowing look for newly written data
    PastSpansReader(Recording recording, bool isGrowing, Answer answer);

    void fetch(Request request);
    /// Cancels the pending request; usually no answer follows.
    void cancel() { m_worker.cancel(); }

private:
    void read(const Request& request, const std::stop_token& stop);
    void readOutwards(const Request& request, const std::stop_token& stop);

    Recording m_recording; ///< used by the worker
    const bool m_isGrowing;
    const Answer m_answer;
    LatestRequest m_worker; ///< last
};

} // namespace lockstep
