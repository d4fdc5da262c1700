// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/detect/baseline.h"

#include "models/core/median.h"

#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

constexpr float baselineSeconds = 10; ///< of each mean
constexpr std::size_t baselineMeans = 180;

} // namespace

void Baseline::add(float value, float seconds)
{
    if (!std::isfinite(value))
        return;
    m_sum += value * seconds;
    m_summedSeconds += seconds;
    if (m_summedSeconds < baselineSeconds)
        return;
    const float mean = m_sum / m_summedSeconds;
    m_seconds += m_summedSeconds;
    m_sum = m_summedSeconds = 0;
    if (m_means.size() < baselineMeans)
        m_means.push_back(mean);
    else
        m_means[m_next++ % baselineMeans] = mean;
    std::vector<float> values = m_means;
    m_median = upperMedian(values);
    for (float& each : values)
        each = std::abs(each - m_median);
    m_spread = 1.4826F * upperMedian(values);
}

} // namespace lockstep
