// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <chrono>

namespace lockstep {

/// How often work may run.
struct WorkLimits
{
    using Duration = std::chrono::steady_clock::duration;

    int share = 1; ///< pause between runs, at least this multiple of the run's duration
    Duration shortest{};
    Duration longest = Duration::max();
    Duration burst{}; ///< total duration of runs without pauses; restored after share times as long
};

/// Delays repeated work in proportion to its last cost, to leave time on its thread for other work. The first run is
/// not delayed, nor is a run after a pause. A plain value.
class WorkPace
{
public:
    using Clock = std::chrono::steady_clock;

    /// For views that follow new data: every frame while that is cheap, and four times a second for thousands of nodes,
    /// which is as fast as people can read numbers.
    static constexpr WorkLimits following{6, std::chrono::milliseconds(16), std::chrono::milliseconds(250)};
    /// The 3D view draws new data. Without a graphics card this may occupy all CPU cores.
    static constexpr WorkLimits drawing{3, std::chrono::milliseconds(50), std::chrono::seconds(1)};
    /// For rebuilding a view when the cluster grows. Runs immediately at first, but for at most a hundredth of the
    /// time, so that a malicious node that keeps adding entities does not block the view.
    static constexpr WorkLimits growing{100, {}, Clock::duration::max(), std::chrono::milliseconds(500)};

    explicit constexpr WorkPace(WorkLimits limits) : m_limits(limits) { }

    /// Marks the beginning of the work, or an instant at which it is done; add its cost with spent().
    void begin(Clock::time_point now)
    {
        const bool carries = m_limits.burst > Clock::duration() && m_begun != Clock::time_point();
        m_carried = carries ? std::max(Clock::duration(), m_carried + m_cost - (now - m_begun) / m_limits.share)
                            : Clock::duration();
        m_begun = now;
        m_cost = {};
    }
    void spent(Clock::duration cost) { m_cost += cost; }
    /// For work whose cost is its whole duration.
    void end(Clock::time_point now) { m_cost = now - m_begun; }
    void done(Clock::time_point now, Clock::duration cost)
    {
        begin(now);
        spent(cost);
    }

    /// Time until the next run; zero: due.
    [[nodiscard]] Clock::duration wait(Clock::time_point now) const
    {
        if (m_begun == Clock::time_point())
            return {};
        const Clock::duration cost = std::max(Clock::duration(), m_carried + m_cost - m_limits.burst);
        const auto pause = std::clamp(cost * m_limits.share, m_limits.shortest, m_limits.longest);
        return std::max(Clock::duration(), m_begun + pause - now);
    }
    [[nodiscard]] bool isDue(Clock::time_point now) const { return wait(now) == Clock::duration(); }

private:
    WorkLimits m_limits;
    Clock::time_point m_begun; ///< epoch: never begun
    Clock::duration m_cost{}; ///< since then
    Clock::duration m_carried{}; ///< unused part of the burst allowance
};

} // namespace lockstep
