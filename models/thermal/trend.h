// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/metric.h"

namespace lockstep {

/// Level and slope of a quantity, from two running means of which one is slower: on a ramp they lag by their time
/// constants, so that their distance over the difference of these is the slope. Plain value.
class Trend
{
public:
    constexpr Trend(float fastSeconds, float slowSeconds) : m_fastSeconds(fastSeconds), m_slowSeconds(slowSeconds) { }

    /// NaN is a gap: what came before it no longer counts.
    void add(float value, float seconds);

    [[nodiscard]] float level() const { return m_age > 0 ? m_fast : noData; }
    /// Per second; NaN until a slow time constant has passed.
    [[nodiscard]] float slope() const
    {
        return m_age >= m_slowSeconds ? (m_fast - m_slow) / (m_slowSeconds - m_fastSeconds) : noData;
    }

private:
    float m_fastSeconds;
    float m_slowSeconds;
    float m_fast = 0;
    float m_slow = 0;
    float m_age = 0; ///< seconds since the first sample; 0: none
};

} // namespace lockstep
