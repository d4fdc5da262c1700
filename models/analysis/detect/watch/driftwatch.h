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
    static constexpr std::size_t steps = 2; ///< in a row, in one direction
    static constexpr double beyondUncertainty = 2; ///< times, each of them: two estimates may err by that together
    static constexpr double minRate = 10e-6; ///< a clock that is kept by NTP or PTP does not go wrong so fast
    static constexpr Duration probesApart = std::chrono::seconds(15); ///< an estimate is no older than that

    struct Drift
    {
        double rate = 0; ///< seconds a second, against the middle of all nodes
        Duration since{}; ///< for how long it has been seen to
    };

    /// By node; nullopt: does not drift, as far as is known.
    using Drifts = std::vector<std::optional<Drift>>;

    /// @param clocks by node, as estimated last; nullopt: not estimated
    [[nodiscard]] const Drifts& step(TimePoint now, std::span<const std::optional<ClockOffset>> clocks);

private:
    struct Estimate
    {
        TimePoint time;
        ClockOffset clock;
        TimePoint stillUntil; ///< it had hardly moved from there
    };
    static constexpr std::size_t kept = 8;

    [[nodiscard]] double usualRate() const;
    [[nodiscard]] std::optional<Drift> driftOf(const std::deque<Estimate>& estimates, double usualRate,
                                               TimePoint now) const;

    std::vector<std::deque<Estimate>> m_estimates; ///< by node, each further from the one before than is uncertain
    Drifts m_drifts;
};

} // namespace lockstep
