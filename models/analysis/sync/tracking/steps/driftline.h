// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

namespace lockstep {

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
    // Weighted sums over steps, times counted from the newest step backwards.
    double m_weight = 0, m_t = 0, m_tt = 0, m_x = 0, m_tx = 0, m_xx = 0;
};

/// Whether the change is steady, significant, upwards, and large enough to matter.
[[nodiscard]] bool isDrift(const std::optional<DriftEstimate>& drift);

} // namespace lockstep
