// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/detect/baseline/baseline.h"

#include "models/core/median.h"

#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

constexpr float baselineSeconds = 10; ///< length of each mean
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
    summarise();
}

std::vector<float> Baseline::values() const
{
    if (m_means.empty())
        return {};
    std::vector<float> values{m_seconds};
    const auto oldest = m_means.begin() + static_cast<std::ptrdiff_t>(m_next % m_means.size());
    values.insert(values.end(), oldest, m_means.end());
    values.insert(values.end(), m_means.begin(), oldest);
    return values;
}

bool Baseline::restore(std::span<const float> values)
{
    const auto isSound = [](float value) {
        return std::isfinite(value);
    };
    if (values.size() < 2 || values.size() > baselineMeans + 1 || !std::ranges::all_of(values, isSound)
        || values.front() <= 0)
        return false;
    *this = Baseline(m_secondsToLearn);
    m_seconds = values.front();
    m_means.assign(values.begin() + 1, values.end());
    summarise();
    return true;
}

void Baseline::describe(const char* what, Unit unit, std::vector<BaselineRange>& out) const
{
    if (isKnown())
        out.push_back({what, unit, usual(), spread(), learnedSeconds()});
}

void Baseline::summarise()
{
    std::vector<float> values = m_means;
    const RobustSummary summary = lockstep::summarise(values);
    m_median = summary.median;
    m_spread = summary.sigma;
}

} // namespace lockstep
