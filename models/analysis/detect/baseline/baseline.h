// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/detect/baseline/baselinerange.h"
#include "models/core/metric.h"
#include "models/core/units.h"

#include <cstddef>
#include <span>
#include <vector>

namespace lockstep {

/// Baseline of a quantity: the median of its ten-second means over the last healthy half hour, and their spread. The
/// owner adds only healthy values, so that a lasting fault does not become the baseline. A plain value.
class Baseline
{
public:
    /// @param secondsToLearn time until the baseline is known
    explicit Baseline(float secondsToLearn = 60) : m_secondsToLearn(secondsToLearn) { }

    /// NaN: not measured.
    void add(float value, float seconds);

    /// State to save: the means, oldest first, and the learning time. Empty: nothing learned.
    [[nodiscard]] std::vector<float> values() const;
    /// Replaces the state. @return false: invalid values
    bool restore(std::span<const float> values);
    [[nodiscard]] float learnedSeconds() const { return m_seconds; }
    [[nodiscard]] bool isKnown() const { return m_seconds >= m_secondsToLearn && !m_means.empty(); }
    [[nodiscard]] float usual() const { return isKnown() ? m_median : noData; }
    /// A robust standard deviation of the means; NaN: unknown.
    [[nodiscard]] float spread() const { return isKnown() ? m_spread : noData; }
    /// Adds the baseline to a list for display, if it is known.
    void describe(const char* what, Unit unit, std::vector<BaselineRange>& out) const;

private:
    void summarise();

    float m_secondsToLearn;
    std::vector<float> m_means; ///< a ring buffer
    std::size_t m_next = 0;
    float m_sum = 0;
    float m_summedSeconds = 0;
    float m_seconds = 0; ///< learning time
    float m_median = noData;
    float m_spread = noData;
};

} // namespace lockstep
