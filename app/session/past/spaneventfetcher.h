// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/past/replaybatches.h"

#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>

namespace lockstep {

/// Reads spans, events and gaps of a recording on a thread of its own, which gives way to others, so that columns never
/// wait for them. One request at a time: a later one takes the place of one that has not begun. Ask from one thread;
/// the answer comes on the fetcher's. The destructor waits for what is being read.
class SpanEventFetcher
{
public:
    /// @param recording its own reader of it
    SpanEventFetcher(Recording recording, std::function<void(FetchedSpansAndEvents)> answer);

    void fetch(TimeRange range);

private:
    void work(const std::stop_token& stop);

    Recording m_recording; ///< the worker's
    const std::function<void(FetchedSpansAndEvents)> m_answer;

    std::mutex m_mutex;
    std::condition_variable_any m_hasRequest;
    std::optional<TimeRange> m_request; ///< guarded
    std::jthread m_worker; ///< last
};

} // namespace lockstep
