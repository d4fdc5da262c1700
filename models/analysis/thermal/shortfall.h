// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/metric.h"

#include <algorithm>
#include <cmath>

namespace lockstep {

/// When what is missing of something is worth a word.
struct ShortfallRule
{
    float slack; ///< share that may be missing for ever
    float large; ///< what more is missing, added up over seconds: a tenth for a second, or a twentieth for two
    float maxASecond = 0.04F; ///< that counts, so that no sample tells by itself, nor two that are far apart
};

/// Adds up what is missing of a quantity beyond a slack, and beyond its own noise: a little that lasts counts as much
/// as a lot at once, and a single bad sample is no shortfall (Page's cumulative sum, Biometrika 41, 1954). Plain value.
class Shortfall
{
public:
    static constexpr float noisesOfSlack = 1.5F; ///< standard deviations that the slack is at least
    static constexpr float noisesToReport = 10;
    static constexpr float fewestSamples = 2.5F; ///< that are needed, be they a minute apart

    /// @param missing share of what there should be; NaN: not measured, which changes nothing
    void add(float missing, const ShortfallRule& rule, float seconds)
    {
        if (std::isnan(missing))
            return;
        if (!std::isnan(m_last)) {
            // Neighbours differ by the root of two noises; a step among them is none.
            const float apart = std::min(std::abs(missing - m_last) / 1.414F, 3 * m_noise + 0.01F);
            m_noise += (1.25F * apart - m_noise) / noiseTicks;
        }
        m_last = missing;
        const float slack = std::max(rule.slack, noisesOfSlack * m_noise);
        m_large = std::max(rule.large, noisesToReport * m_noise);
        const float most = std::min(rule.maxASecond * seconds, m_large / fewestSamples);
        m_sum = std::max(m_sum + std::min((missing - slack) * seconds, most), 0.0F);
        m_seconds = m_sum > 0 ? m_seconds + seconds : 0;
        m_sum = std::min(m_sum, 1.5F * m_large);
        m_isLarge = m_sum >= m_large || (m_isLarge && m_sum > 0);
    }

    [[nodiscard]] bool isLarge() const { return m_isLarge; }
    /// For which it has been missing; 0: it is not.
    [[nodiscard]] float seconds() const { return m_seconds; }

private:
    static constexpr float noiseTicks = 60;

    float m_last = noData;
    float m_noise = 0; ///< standard deviation
    float m_large = 0;
    float m_sum = 0; ///< shares x seconds
    float m_seconds = 0;
    bool m_isLarge = false;
};

} // namespace lockstep
