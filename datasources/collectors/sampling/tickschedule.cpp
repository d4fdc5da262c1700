// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/sampling/tickschedule.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace lockstep {

namespace {

TickIndex looksPerTick(Duration period, unsigned looksPerSecond)
{
    const double looks = std::chrono::duration<double>(period).count() * looksPerSecond;
    return std::max<TickIndex>(1, std::llround(looks));
}

} // namespace

TickSchedule::TickSchedule(Duration period, unsigned looksPerSecond)
    : m_period(period),
      m_looksPerTick(looksPerTick(period, looksPerSecond)),
      m_last(std::numeric_limits<TickIndex>::min())
{ }

TickSchedule::Moment TickSchedule::next(TimePoint now)
{
    const Duration step = m_period / m_looksPerTick;
    const TickIndex tick = tickIndexOf(now, m_period);
    const TickIndex within = (now - timeOfTick(tick, m_period)) / step;
    TickIndex look = tick * m_looksPerTick + std::min(within, m_looksPerTick - 1) + 1;
    const bool wasSetBack = m_last != std::numeric_limits<TickIndex>::min() && look < m_last - m_looksPerTick;
    if (look <= m_last && !wasSetBack)
        look = m_last + 1;
    m_last = look;

    const TickIndex lookTick = look >= 0 ? look / m_looksPerTick : (look - m_looksPerTick + 1) / m_looksPerTick;
    const TickIndex lookWithin = look - lookTick * m_looksPerTick;
    return {timeOfTick(lookTick, m_period) + step * lookWithin, lookWithin == 0};
}

} // namespace lockstep
