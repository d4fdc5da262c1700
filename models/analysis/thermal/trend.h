// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/metric.h"

#include <array>
#include <cstddef>

namespace lockstep {

/// Level and slope of a quantity, from two running means of which one is slower: on a ramp they lag by their time
/// constants, so that their distance over the difference of these is the slope. Plain value.
class Trend
{
public:
    constexpr Trend(float fastSeconds, float slowSeconds) : m_fastSeconds(fastSeconds), m_slowSeconds(slowSeconds) { }

    /// NaN is a gap. After one that is longer than the slow time constant what came before it no longer counts.
    void add(float value, float seconds);

    /// NaN while nothing is measured, as the others.
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

/// How fast a quantity has been moving all the while: of the means of four neighbouring stretches of eight ticks, the
/// smallest difference from one to the next. A step, or what shoots up as work goes on after a pause, moves two of them
/// at most and has not lasted. Plain value.
class LastingSlope
{
public:
    static constexpr std::size_t ticksPerStretch = 8;
    static constexpr std::size_t stretches = 4;

    /// NaN is a gap: what came before it no longer counts.
    void add(float value, float seconds);

    [[nodiscard]] bool isKnown() const { return m_count >= m_ring.size(); }
    [[nodiscard]] float rise() const { return m_rise; } ///< per second; 0: it does not rise, or not known
    [[nodiscard]] float fall() const { return m_fall; } ///< per second; 0: it does not fall, or not known

private:
    std::array<float, ticksPerStretch * stretches> m_ring{};
    std::size_t m_count = 0; ///< samples since the last gap
    float m_rise = 0;
    float m_fall = 0;
};

} // namespace lockstep
