// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/metric.h"

#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

namespace lockstep {

/// Detects the step from which on something takes longer: sums each step's excess over the healthy median beyond the
/// usual variation (Page's cumulative sum). A single slow step is ignored. A plain value.
class UsualPace
{
public:
    static constexpr std::size_t stepsToLearn = 5;

    /// @param slack ignored excess, relative to the usual value (or to 1, for shares)
    explicit UsualPace(float slack) : m_slack(slack) { }

    /// @param value of the next step
    /// @param scale unit of the excess; NaN: the usual value
    void add(float value, float scale, double endSeconds);

    /// State of the baseline, for saving; empty: none yet.
    [[nodiscard]] std::vector<float> values() const { return std::isnan(m_usual) ? std::vector<float>() : m_values; }
    /// Replaces the learned values. @return false: invalid.
    bool restore(std::span<const float> values);

    [[nodiscard]] bool isSlower() const { return m_isSlower; }
    [[nodiscard]] bool isWell() const { return m_sum <= 0; }
    [[nodiscard]] float usual() const { return m_usual; } ///< NaN: unknown
    [[nodiscard]] float spread() const { return m_spread; } ///< a robust standard deviation
    [[nodiscard]] float lately() const { return m_lately; } ///< mean since the change, or of the last few steps
    /// End of the first slow step.
    [[nodiscard]] double sinceSeconds() const { return m_since; }

private:
    void learn(float value);
    void summarise();

    float m_slack;
    std::vector<float> m_values; ///< of healthy steps, a ring buffer
    std::size_t m_next = 0;
    float m_usual = noData;
    float m_spread = 0;
    float m_sum = 0;
    float m_lately = noData;
    std::size_t m_count = 0; ///< since the change
    double m_since = 0;
    bool m_isSlower = false;
};

} // namespace lockstep
