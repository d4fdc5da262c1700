// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/thermal/trend.h"

#include <cmath>

namespace lockstep {

void Trend::add(float value, float seconds)
{
    if (!std::isfinite(value)) {
        m_age = 0;
        return;
    }
    if (m_age == 0)
        m_fast = m_slow = value;
    m_fast += (value - m_fast) * seconds / (m_fastSeconds + seconds);
    m_slow += (value - m_slow) * seconds / (m_slowSeconds + seconds);
    m_age += seconds;
}

} // namespace lockstep
