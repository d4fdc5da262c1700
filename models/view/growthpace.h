// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>

namespace lockstep {

/// How often a view is built anew for a cluster that only grows: after a pause in proportion to what it cost the last
/// time. One that grows once is followed at once; one that grows all the time, as a hostile node may have it do, takes
/// a twentieth of the GUI thread at most. A plain value; GUI thread.
class GrowthPace
{
public:
    using Clock = std::chrono::steady_clock;

    static constexpr int share = 20; ///< pauses as long as it took
    static constexpr std::chrono::milliseconds cheap{1}; ///< not worth a pause

    /// How long it still has to wait; zero: now.
    [[nodiscard]] Clock::duration wait(Clock::time_point now) const
    {
        return now < m_next ? m_next - now : Clock::duration::zero();
    }
    [[nodiscard]] bool isDue(Clock::time_point now) const { return now >= m_next; }
    void built(Clock::time_point begin, Clock::time_point end)
    {
        m_next = end - begin <= cheap ? end : end + share * (end - begin);
    }

private:
    Clock::time_point m_next{};
};

} // namespace lockstep
