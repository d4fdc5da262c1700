// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/time.h"

#include <deque>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace lockstep {

struct SyncStep;

/// Linear fit of a rank's slowdown against the step number, with a memory of some thousand steps.
struct DriftEstimate
{
    double perThousandSteps = 0; ///< change of the slowdown, 0.01: one percent of the compute time more
    double steps = 0; ///< effective number of steps, newer ones weighted more; 0: too few
    double sigma = 0; ///< distance from zero change, in standard errors
    double error = 0; ///< standard error of perThousandSteps
    double now = 0; ///< fitted slowdown at the newest step
    bool isJump = false; ///< a sudden change, through which the line was fitted
};

/// Least squares with forgetting: constant memory, one update per step. A plain value.
class DriftLine
{
public:
    void add(double slowdown);
    /// nullopt if there are too few steps.
    [[nodiscard]] std::optional<DriftEstimate> estimate() const;

private:
    // Weighted sums over steps. Times count backwards from the newest step.
    double m_weight = 0, m_t = 0, m_tt = 0, m_x = 0, m_tx = 0, m_xx = 0;
};

/// Whether the change is steady, significant, upwards, and large enough to matter.
[[nodiscard]] bool isDrift(const std::optional<DriftEstimate>& drift);

/// Mean slowdown of each rank over some consecutive steps. Immutable once published.
struct DriftPoint
{
    std::uint32_t firstStep = 0; ///< as in the spans
    std::uint32_t lastStep = 0;
    TimeRange range; ///< from the begin of the first to the end of the last
    std::uint32_t steps = 0; ///< number of complete steps
    std::vector<float> slowdown; ///< by the job's own lane, which may be fewer than now; NaN: no data in these steps
};

/// Slowdown of all ranks of a job over thousands of steps, in a bounded number of points: neighbouring points are
/// merged as the curve grows, and the oldest are dropped once a point covers 32 steps. Covers 4,096 to 8,192 steps with
/// at least 128 points. One thread at a time; a member of JobTracker.
class DriftCurve
{
public:
    static constexpr std::size_t maxPoints = 256;
    static constexpr std::uint32_t maxStepsPerPoint = 32;

    void add(const SyncStep& step);

    /// Oldest first; the last one still grows.
    [[nodiscard]] std::vector<std::shared_ptr<const DriftPoint>> points() const;
    /// Whether a rank's slowdown fits two levels with a jump better than a line.
    [[nodiscard]] bool isJump(std::uint32_t lane) const;

private:
    void seal();
    void halve();
    [[nodiscard]] DriftPoint openPoint() const;

    std::deque<std::shared_ptr<const DriftPoint>> m_points;
    std::uint32_t m_stepsPerPoint = 1;
    DriftPoint m_open; ///< its slowdowns are sums
    std::vector<std::uint8_t> m_heard; ///< by lane: number of steps in these sums
};

} // namespace lockstep
