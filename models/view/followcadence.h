// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>

namespace lockstep {

/// How often the views are told what came: every frame while that is cheap, more seldom as the hall grows, so that
/// following the data leaves the GUI thread to the operator. Told once more only after @c share times of what the last
/// telling cost, in a tick of a small cluster after a frame, in one of thousands of nodes four times a second.
/// A plain value; GUI thread.
class FollowCadence
{
public:
    using Clock = std::chrono::steady_clock;

    static constexpr std::chrono::milliseconds shortest{16};
    static constexpr std::chrono::milliseconds longest{250}; ///< an eye reads numbers no faster
    static constexpr int share = 6;

    /// A turn of the event loop kept the thread this long with refreshing and painting.
    void spent(Clock::duration cost) { m_cost += cost; }
    /// The views are told now: a new interval begins.
    void told(Clock::time_point now);
    /// How long the next telling has to wait; zero: it is due.
    [[nodiscard]] Clock::duration wait(Clock::time_point now) const;

private:
    Clock::time_point m_toldAt; ///< epoch: never
    Clock::duration m_cost{}; ///< since then
};

} // namespace lockstep
