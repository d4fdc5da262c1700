// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/sync/tracking/steps/driftcurve.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace lockstep {

/// How a culprit behaves over time.
enum class StragglerPattern : std::uint8_t {
    None, ///< nothing significant
    Transient, ///< some bad steps
    Systemic, ///< most steps since it was first seen
    Drift, ///< becomes steadily slower
};

/// Records the recent steps in which a culprit cost more than a given share of its job's GPU time. A plain value.
class StragglerHistory
{
public:
    static constexpr unsigned kept = 64; ///< steps
    /// Minimum share of a job's GPU time in one step to be a straggler of that step.
    static constexpr double minShare = 0.01;
    /// Minimum share above normal variation. With very many ranks, each step has a slowest one, and sometimes the same
    /// rank is slowest repeatedly.
    static constexpr double largeShare = 0.05;

    /// @param ranks number of ranks in the step: with few, each is often last by chance; 0: not a rank
    void add(bool isHit, bool isLarge = false, std::size_t ranks = 0);

    [[nodiscard]] unsigned hits() const;
    /// Number of steps to which hits() refers.
    [[nodiscard]] unsigned steps() const { return m_steps < kept ? m_steps : kept; }
    /// Steps since the oldest hit, inclusive; 0: no hit.
    [[nodiscard]] unsigned stepsSinceFirstHit() const;

    [[nodiscard]] StragglerPattern pattern(const std::optional<DriftEstimate>& drift) const;
    /// "14 of 16 steps", "1 of 64 steps", "+0.42 % compute time per 1 000 steps, over 2400 steps (9 sigma)".
    [[nodiscard]] std::string evidence(const std::optional<DriftEstimate>& drift) const;

private:
    std::uint64_t m_hits = 0; ///< bit 0: the newest step
    std::uint64_t m_largeHits = 0; ///< the large ones of them
    unsigned m_steps = 0;
    double m_chance = 0; ///< probability that a rank is last in a step
};

} // namespace lockstep
