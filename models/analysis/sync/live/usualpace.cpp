// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/sync/live/usualpace.h"

#include "models/core/median.h"

#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

constexpr std::size_t keptPaces = 200;
constexpr float maxOfStep = 0.4F; ///< of the reporting threshold, so that at least three steps must agree
constexpr float spreadsOfSlack = 1.5F;
constexpr float slacksToReport = 4;
constexpr float spreadsToReport = 8;
constexpr float maxUsualSpread = 0.5F; ///< relative to the usual value: a quantity that varies more has no usual pace

} // namespace

void UsualPace::learn(float value)
{
    if (m_values.size() < keptPaces)
        m_values.push_back(value);
    else
        m_values[m_next++ % keptPaces] = value;
    if (m_values.size() >= stepsToLearn)
        summarise();
}

void UsualPace::summarise()
{
    std::vector<float> values = m_values;
    const RobustSummary summary = lockstep::summarise(values);
    m_usual = summary.median;
    m_spread = summary.sigma;
}

bool UsualPace::restore(std::span<const float> values)
{
    const bool isSound = values.size() >= stepsToLearn && values.size() <= keptPaces
        && std::ranges::all_of(values, [](float each) { return std::isfinite(each) && each >= 0; });
    if (!isSound)
        return false;
    *this = UsualPace(m_slack);
    m_values.assign(values.begin(), values.end());
    summarise();
    return true;
}

void UsualPace::add(float value, float scale, double endSeconds)
{
    if (!std::isfinite(value))
        return;
    if (std::isnan(m_usual)) {
        m_lately = value;
        learn(value);
        return;
    }
    const float against = std::isnan(scale) ? m_usual : scale;
    if (!(against > 0))
        return;
    const float spread = std::min(m_spread / against, maxUsualSpread);
    const float slack = std::max(m_slack, spreadsOfSlack * spread);
    const float toReport = std::max(slacksToReport * m_slack, spreadsToReport * spread);
    const float excess = (value - m_usual) / against;
    const bool wasWell = m_sum <= 0;
    m_sum = std::max(m_sum + std::min(excess - slack, maxOfStep * toReport), 0.0F);
    m_sum = std::min(m_sum, 1.5F * toReport);
    if (m_sum <= 0) {
        m_count = 0;
        m_isSlower = false;
    } else if (wasWell) {
        m_since = endSeconds;
        m_count = 0;
    }
    m_isSlower = m_isSlower || m_sum >= toReport;
    ++m_count;
    m_lately
        = m_count == 1 ? value : m_lately + (value - m_lately) / static_cast<float>(std::min<std::size_t>(m_count, 8));
    if (excess < slack)
        learn(value);
}

} // namespace lockstep
