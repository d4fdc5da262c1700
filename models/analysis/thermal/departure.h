// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/detect/baseline/baseline.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace lockstep {

/// Deviation of a smoothed quantity from its baseline, in units of its usual spread. Noise, control oscillation and
/// slow drift, which the last half hour follows, are not deviations. A plain value.
class Departure
{
public:
    enum class Side : std::uint8_t { Below, Both };

    static constexpr float smoothedSeconds = 10;
    static constexpr float far
        = 4.5F; ///< spreads; a real loop in order exceeds it for less than 2 % of an hour and a half (tst_skab)
    static constexpr float learnt = 2.5F; ///< spreads within which new values are learned

    /// @param floor minimum spread relative to the baseline: the resolution of a meter
    Departure(Side side, float floor) : m_side(side), m_floor(floor) { }

    /// NaN: not measured.
    void add(float value, float seconds)
    {
        m_spreads = noData;
        if (!std::isfinite(value))
            return;
        m_level = std::isnan(m_level) ? value : m_level + (value - m_level) * std::min(seconds / smoothedSeconds, 1.0F);
        m_seconds += seconds;
        if (m_usual.isKnown())
            m_spreads = (m_level - m_usual.usual())
                / std::max({m_usual.spread(), m_floor * std::abs(m_usual.usual()), 1e-9F});
        const bool isUsual
            = std::isnan(m_spreads) || (m_side == Side::Below ? m_spreads > -learnt : std::abs(m_spreads) < learnt);
        if (isUsual && m_seconds > 2 * smoothedSeconds)
            m_usual.add(m_level, seconds);
    }

    [[nodiscard]] const Baseline& baseline() const { return m_usual; }
    [[nodiscard]] Baseline& baseline() { return m_usual; }
    [[nodiscard]] bool isFar() const { return m_side == Side::Below ? m_spreads < -far : std::abs(m_spreads) > far; }
    /// Relative deviation from the baseline; NaN: unknown.
    [[nodiscard]] float share() const { return m_level / m_usual.usual() - 1; }

private:
    Side m_side;
    float m_floor;
    Baseline m_usual{300}; // seconds; with fewer means the spread is inaccurate
    float m_level = noData;
    float m_seconds = 0;
    float m_spreads = noData;
};

} // namespace lockstep
