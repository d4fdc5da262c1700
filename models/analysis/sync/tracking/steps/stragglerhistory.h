// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/sync/tracking/steps/driftline.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace lockstep {

/// How a culprit behaves over time.
enum class StragglerPattern : std::uint8_t {
    None, ///< nothing worth a word
    Transient, ///< some bad steps
    Systemic, ///< most steps, for as long as it has been seen
    Drift, ///< it becomes slower, steadily
};

/// "transient", "systemic", "drift"; empty for None.
[[nodiscard]] std::string_view stragglerPatternName(StragglerPattern pattern);

/// In which recent steps a culprit cost more than a given share of its job's GPU time. A plain value.
class StragglerHistory
{
public:
    static constexpr unsigned kept = 64; ///< steps
    /// Share of a job's GPU time in one step from which on a culprit counts as a straggler of that step.
    static constexpr double minShare = 0.01;
    /// From which on it is more than how ranks differ from step to step: of very many ranks each step has a slowest
    /// one, and now and then it is the same again.
    static constexpr double largeShare = 0.05;

    /// @param ranks that took part in the step: of few, each is the last of a step often enough by chance; 0: not a
    /// rank
    void add(bool isHit, bool isLarge = false, std::size_t ranks = 0);

    [[nodiscard]] unsigned hits() const;
    [[nodiscard]] unsigned steps() const { return m_steps < kept ? m_steps : kept; } ///< of which hits() are
    /// Steps since the first hit that is remembered, inclusive; 0: no hit.
    [[nodiscard]] unsigned stepsSinceFirstHit() const;

    [[nodiscard]] StragglerPattern pattern(const std::optional<DriftEstimate>& drift) const;
    /// Why: "in 14 of 16 steps", "in 1 of 64 steps", "+0.42 % per 1 000 steps, over 2 400 steps".
    [[nodiscard]] std::string evidence(const std::optional<DriftEstimate>& drift) const;

private:
    std::uint64_t m_hits = 0; ///< bit 0: the newest step
    std::uint64_t m_largeHits = 0; ///< those of them that were large
    unsigned m_steps = 0;
    double m_chance = 0; ///< of a rank to be the last of a step
};

} // namespace lockstep
