// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/metric.h"

#include <algorithm>
#include <cmath>

namespace lockstep {

/// Condition under which a shortfall is reported.
struct ShortfallRule
{
    float slack; ///< permanently accepted shortfall, as a share
    float large; ///< accumulated excess over slack at which it is reported, in share x seconds
    float maxPerSecond = 0.04F; ///< maximum contribution, so that a single sample has no effect
};

/// Accumulates the shortfall of a quantity beyond a slack and its own noise (Page's cumulative sum, Biometrika 41,
/// 1954). A small shortfall that lasts counts as much as a large short one; a single bad sample does not count. A plain
/// value.
class Shortfall
{
public:
    static constexpr float minSlackSigmas = 1.5F; ///< minimum slack in standard deviations of the noise
    static constexpr float reportSigmas = 10;
    static constexpr float minSamples = 2.5F; ///< minimum number of samples, regardless of their distance
    static constexpr float minLargeSamples = 1.5F; ///< likewise, of those with twice the slack

    /// @param missing share that is missing; NaN: not measured, which changes nothing
    void add(float missing, const ShortfallRule& rule, float seconds)
    {
        if (std::isnan(missing))
            return;
        if (!std::isnan(m_last)) {
            // A difference of neighbours has sqrt(2) times the noise of one value. Steps are limited.
            const float apart = std::min(std::abs(missing - m_last) / 1.414F, 3 * m_noise + 0.01F);
            m_noise += (1.25F * apart - m_noise) / noiseTicks;
        }
        m_last = missing;
        const float slack = std::max(rule.slack, minSlackSigmas * m_noise);
        m_large = std::max(rule.large, reportSigmas * m_noise);
        const float fewest = missing > 2 * slack ? minLargeSamples : minSamples;
        const float most = std::min(rule.maxPerSecond * seconds, m_large / fewest);
        m_sum = std::max(m_sum + std::min((missing - slack) * seconds, most), 0.0F);
        m_seconds = m_sum > 0 ? m_seconds + seconds : 0;
        m_sum = std::min(m_sum, 1.5F * m_large);
        m_isLarge = m_sum >= m_large || (m_isLarge && m_sum > 0);
    }

    [[nodiscard]] bool isLarge() const { return m_isLarge; }
    /// Duration of the shortfall; 0: none.
    [[nodiscard]] float seconds() const { return m_seconds; }

private:
    static constexpr float noiseTicks = 60;

    float m_last = noData;
    float m_noise = 0; ///< standard deviation
    float m_large = 0;
    float m_sum = 0; ///< share x seconds
    float m_seconds = 0;
    bool m_isLarge = false;
};

} // namespace lockstep
