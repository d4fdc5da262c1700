// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/clockoffset.h"

#include <deque>

#include <optional>
#include <span>
#include <vector>

namespace lockstep {

/// Detects clocks that drift away: repeatedly further off by more than their uncertainty, while most others are not. A
/// clock that returns to the true time is being corrected; one that jumps once was set. A plain value; the analysis'
/// worker.
class DriftWatch
{
public:
    static constexpr std::size_t steps = 2; ///< consecutive, in one direction
    static constexpr double beyondUncertainty = 2; ///< factor on the uncertainty, because each of two estimates may be
                                                   ///< wrong by it
    static constexpr double minRate = 10e-6; ///< NTP or PTP keep a clock more accurate than this
    static constexpr Duration probesApart = std::chrono::seconds(15); ///< maximum age of an estimate

    struct Drift
    {
        double rate = 0; ///< seconds per second, relative to the median of all nodes
        Duration since{}; ///< observed duration
    };

    /// By node; nullopt: no known drift.
    using Drifts = std::vector<std::optional<Drift>>;

    /// @param clocks latest estimates by node; nullopt: none
    [[nodiscard]] const Drifts& step(TimePoint now, std::span<const std::optional<ClockOffset>> clocks);

private:
    struct Estimate
    {
        TimePoint time;
        ClockOffset clock;
        TimePoint stillUntil; ///< end of the time in which it had hardly moved
    };
    static constexpr std::size_t kept = 8;

    [[nodiscard]] double usualRate() const;
    [[nodiscard]] std::optional<Drift> driftOf(const std::deque<Estimate>& estimates, double usualRate,
                                               TimePoint now) const;

    std::vector<std::deque<Estimate>> m_estimates; ///< by node; each differs from the previous one by more than its
                                                   ///< uncertainty
    Drifts m_drifts;
};

} // namespace lockstep
