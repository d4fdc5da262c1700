// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/thermal/trend.h"

#include <algorithm>
#include <cmath>

namespace lockstep {

void Trend::add(float value, float seconds)
{
    if (!std::isfinite(value)) {
        m_gap += seconds;
        if (m_gap > std::max(m_slowSeconds, seconds)) // a single lost sample is not a gap, however long a tick is
            m_age = 0;
        return;
    }
    if (m_age == 0)
        m_fast = m_slow = value;
    m_gap = 0;
    m_fast += (value - m_fast) * seconds / (m_fastSeconds + seconds);
    m_slow += (value - m_slow) * seconds / (m_slowSeconds + seconds);
    m_age += seconds;
}

void LastingSlope::add(float value, float seconds)
{
    m_rise = m_fall = 0;
    if (!std::isfinite(value)) {
        m_count = 0;
        return;
    }
    m_ring[m_count++ % m_ring.size()] = value;
    if (!isKnown())
        return;
    std::array<float, stretches> means{};
    for (std::size_t at = 0; at < m_ring.size(); ++at) // the oldest first
        means[at / ticksPerStretch] += m_ring[(m_count + at) % m_ring.size()] / static_cast<float>(ticksPerStretch);
    float lowest = means[1] - means[0];
    float highest = lowest;
    for (std::size_t at = 2; at < stretches; ++at) {
        lowest = std::min(lowest, means[at] - means[at - 1]);
        highest = std::max(highest, means[at] - means[at - 1]);
    }
    const float length = static_cast<float>(ticksPerStretch) * seconds;
    m_rise = std::max(lowest, 0.0F) / length;
    m_fall = std::max(-highest, 0.0F) / length;
}

} // namespace lockstep
