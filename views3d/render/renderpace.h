// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <chrono>

namespace lockstep {

/// Says how long new data should wait before it is drawn, so that drawing takes at most a quarter of the time
/// however slow the graphics are and however often data come. What the user does is never made to wait. A plain value.
class RenderPace
{
public:
    using Clock = std::chrono::steady_clock;
    static constexpr std::chrono::milliseconds shortest{50};
    static constexpr std::chrono::milliseconds longest{1000};

    void rendered(Clock::duration cost, Clock::time_point now)
    {
        m_cost = cost;
        m_last = now;
    }

    /// Time left at @p now; zero when it may be drawn at once, as after any calm.
    [[nodiscard]] std::chrono::milliseconds wait(Clock::time_point now) const
    {
        const auto pause = std::clamp<Clock::duration>(3 * m_cost, shortest, longest);
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(m_last + pause - now);
        return m_last == Clock::time_point{} ? std::chrono::milliseconds{0}
                                             : std::max(left, std::chrono::milliseconds{0});
    }

private:
    Clock::duration m_cost{};
    Clock::time_point m_last;
};

} // namespace lockstep
