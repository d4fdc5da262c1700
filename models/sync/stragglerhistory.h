// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

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

/// A line through a rank's slowdown against step number, with a memory of some thousand steps.
struct DriftEstimate
{
    double perThousandSteps = 0; ///< change of the slowdown, 0.01: one percent of the compute time more
    double steps = 0; ///< that it rests on
    double sigma = 0; ///< how many of its standard errors it is away from no change
};

/// Least squares with forgetting: constant memory, one update a step. A plain value.
class DriftLine
{
public:
    void add(double slowdown);
    /// nullopt while there are too few steps to tell.
    [[nodiscard]] std::optional<DriftEstimate> estimate() const;

private:
    // Weighted sums over steps, times counted from the newest step backwards.
    double m_weight = 0, m_t = 0, m_tt = 0, m_x = 0, m_tx = 0, m_xx = 0;
};

/// In which of the latest steps a culprit cost more than a given share of its job's GPU time. A plain value.
class StragglerHistory
{
public:
    static constexpr unsigned kept = 64; ///< steps
    /// Share of a job's GPU time in one step from which on a culprit counts as a straggler of that step.
    static constexpr double leastShare = 0.01;

    void add(bool isHit);

    [[nodiscard]] unsigned hits() const;
    [[nodiscard]] unsigned steps() const { return m_steps < kept ? m_steps : kept; } ///< of which hits() are
    /// Steps since the first hit that is remembered, inclusive; 0: no hit.
    [[nodiscard]] unsigned stepsSinceFirstHit() const;
    [[nodiscard]] unsigned stepsSinceLastHit() const;

    [[nodiscard]] StragglerPattern pattern(const std::optional<DriftEstimate>& drift) const;
    /// Why: "in 14 of the last 16 steps", "in 1 of the last 64 steps", "+0.42 % per 1 000 steps, over 2 400 steps".
    [[nodiscard]] std::string evidence(const std::optional<DriftEstimate>& drift) const;

private:
    std::uint64_t m_hits = 0; ///< bit 0: the newest step
    unsigned m_steps = 0;
};

/// A drift beyond doubt, and large enough to matter.
[[nodiscard]] bool isDrift(const std::optional<DriftEstimate>& drift);

} // namespace lockstep
