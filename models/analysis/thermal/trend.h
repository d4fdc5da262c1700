// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/metric.h"

#include <array>
#include <cstddef>

namespace lockstep {

/// Level and slope of a quantity, from a fast and a slow running mean. On a ramp, each mean lags by its time constant:
/// the slope is the difference of the means divided by the difference of the time constants. A plain value.
class Trend
{
public:
    constexpr Trend(float fastSeconds, float slowSeconds) : m_fastSeconds(fastSeconds), m_slowSeconds(slowSeconds) { }

    /// NaN is a gap. After a gap longer than the slow time constant, earlier values do not count.
    void add(float value, float seconds);

    /// NaN while nothing is measured, like the others.
    [[nodiscard]] float level() const { return isMeasured() ? m_fast : noData; }
    [[nodiscard]] float slowLevel() const { return isMeasured() ? m_slow : noData; }
    /// Per second; NaN until a slow time constant has passed.
    [[nodiscard]] float slope() const
    {
        return isMeasured() && m_age >= m_slowSeconds ? (m_fast - m_slow) / (m_slowSeconds - m_fastSeconds) : noData;
    }

private:
    [[nodiscard]] bool isMeasured() const { return m_age > 0 && m_gap == 0; }

    float m_fastSeconds;
    float m_slowSeconds;
    float m_fast = 0;
    float m_slow = 0;
    float m_age = 0; ///< seconds since the first sample; 0: none
    float m_gap = 0; ///< seconds since the newest one
};

/// Lasting rate of change: the smallest difference between the means of four consecutive windows of eight ticks. A
/// step, or a rise after a pause, affects at most two differences and does not count. A plain value.
class LastingSlope
{
public:
    static constexpr std::size_t ticksPerStretch = 8;
    static constexpr std::size_t stretches = 4;

    /// NaN is a gap, before which values do not count.
    void add(float value, float seconds);

    [[nodiscard]] bool isKnown() const { return m_count >= m_ring.size(); }
    [[nodiscard]] float rise() const { return m_rise; } ///< per second; 0: not rising, or unknown
    [[nodiscard]] float fall() const { return m_fall; } ///< per second; 0: not falling, or unknown

private:
    std::array<float, ticksPerStretch * stretches> m_ring{};
    std::size_t m_count = 0; ///< samples since the last gap
    float m_rise = 0;
    float m_fall = 0;
};

} // namespace lockstep
