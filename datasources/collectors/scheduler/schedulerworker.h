// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/collectors/scheduler/schedulerchanges.h"
#include "datasources/collectors/scheduler/schedulersource.h"

#include <chrono>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace lockstep {

/// Polls a scheduler on its own thread and reports changes. Never busy more than a tenth of the time; backs off while
/// there is no answer. Owned by a SchedulerCollector; any thread may read its results without waiting.
class SchedulerWorker
{
public:
    using Clock = std::chrono::steady_clock;
    static constexpr Duration longestPause = std::chrono::minutes(2);
    static constexpr std::size_t maxNews = 1000; ///< pending
    static constexpr std::size_t maxPieces = 65536;

    struct State
    {
        std::shared_ptr<const SchedulerView> view; ///< the latest; null: none yet
        std::uint64_t answers = 0; ///< number of answers so far
        std::uint64_t failures = 0; ///< in a row, up to now
        Clock::time_point since; ///< that the latest answer has been there
        Clock::duration lasted{}; ///< the latest question
        std::string problem; ///< of the latest question; empty: it went well
        std::vector<SchedulerNews> news; ///< since they were last taken
        std::vector<AllocationPiece> pieces; ///< likewise
    };

    SchedulerWorker(std::unique_ptr<SchedulerSource> source, Duration interval);
    ~SchedulerWorker();
    SchedulerWorker(const SchedulerWorker&) = delete;
    SchedulerWorker& operator=(const SchedulerWorker&) = delete;

    /// News and pieces are the caller's from then on.
    [[nodiscard]] State take();
    /// A value is as old as this at most.
    [[nodiscard]] Duration lifetimeOf(const State& state) const;

private:
    void run(const std::stop_token& stop);
    void publish(Result<SchedulerView> view, Clock::time_point begin, TimePoint asked);

    std::unique_ptr<SchedulerSource> m_source;
    Duration m_interval;
    AllocationSpans m_allocation; ///< of the thread
    std::mutex m_mutex;
    State m_state;
    std::jthread m_thread; ///< last: it uses all of the above
};

} // namespace lockstep
