// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/collectors/facility/facilitytarget.h"

#include <chrono>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

namespace lockstep {

/// Polls one target on a thread of its own, so that a stalled target affects no other. Never busy more than half of the
/// time; backs off while the target does not answer. Owned by a FacilityCollector; results can be read from any thread
/// without waiting.
class TargetPoller
{
public:
    using Clock = std::chrono::steady_clock;
    static constexpr Duration longestPause = std::chrono::minutes(5);

    struct State
    {
        std::shared_ptr<const FacilityReport> report; ///< the latest; null: none yet
        std::uint64_t answers = 0; ///< number of answers so far
        std::uint64_t refused = 0; ///< total number of implausible values
        std::uint64_t failures = 0; ///< successive failures
        Clock::time_point since; ///< time of the latest answer
        Clock::duration lasted{}; ///< duration of the latest poll
        std::string problem; ///< error of the latest poll; empty: none
    };

    explicit TargetPoller(PolledTarget target);
    ~TargetPoller();
    TargetPoller(const TargetPoller&) = delete;
    TargetPoller& operator=(const TargetPoller&) = delete;

    [[nodiscard]] const std::string& name() const { return m_target.target->name(); }
    [[nodiscard]] Duration interval() const { return m_target.interval; }
    [[nodiscard]] State state() const;

    /// Requests it to end; the destructor waits.
    void requestStop() { m_thread.request_stop(); }

private:
    void run(const std::stop_token& stop);
    [[nodiscard]] Duration pauseAfter(Clock::duration lasted, std::uint64_t failures);

    PolledTarget m_target;
    std::uint64_t m_scatter; ///< random delay, so that targets started together are not polled together
    mutable std::mutex m_mutex;
    State m_state;
    std::jthread m_thread; ///< last member, because it uses all others
};

} // namespace lockstep
