// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/peakrate.h"

#include <algorithm>

namespace lockstep {

void PeakRate::sampleFast(std::uint64_t count, TimePoint time)
{
    constexpr auto shortest = std::chrono::milliseconds(20);
    if (m_lastFast && time - *m_lastFast < shortest)
        return;
    m_lastFast = time;
    if (const auto rate = m_fast.sample(count, time))
        m_peak = std::max(m_peak.value_or(0.0), *rate);
}

MeanAndPeak PeakRate::sampleTick(std::uint64_t count, TimePoint time)
{
    sampleFast(count, time);
    MeanAndPeak result{m_tick.sample(count, time), std::nullopt};
    if (result.mean)
        result.peak = std::max(m_peak.value_or(*result.mean), *result.mean);
    m_peak.reset();
    return result;
}

void PeakRate::clear()
{
    m_tick.clear();
    m_fast.clear();
    m_lastFast.reset();
    m_peak.reset();
}

} // namespace lockstep
