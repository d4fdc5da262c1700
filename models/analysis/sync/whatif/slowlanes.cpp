// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/sync/whatif/slowlanes.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace lockstep {

namespace {

/// Minimum slowdown of a slow rank: smaller values are normal variation of chips and kernels.
constexpr double minSlowdown = 0.02;

} // namespace

void LanePaces::add(const std::vector<LanePace>& step)
{
    m_steps.push_back(&step);
    m_sums.resize(std::max(m_sums.size(), step.size()));
    for (std::size_t lane = 0; lane < step.size(); ++lane) {
        if (std::isnan(step[lane].slowdown))
            continue;
        Sum& sum = m_sums[lane];
        const double excess = std::max(static_cast<double>(step[lane].slowdown) - 1, 0.0);
        sum.slowdown += static_cast<double>(step[lane].slowdown);
        sum.excess += excess;
        sum.paused += excess * static_cast<double>(step[lane].pauseShare);
        ++sum.steps;
    }
}

std::vector<double> LanePaces::means() const
{
    std::vector<double> means;
    for (const Sum& sum : m_sums)
        means.push_back(sum.slowdown / static_cast<double>(sum.steps)); // 0 / 0 is NaN
    return means;
}

/// The participation ratio of its excess times, over the steps since the first one that was half as bad as the worst.
double LanePaces::persistenceOf(std::uint32_t lane) const
{
    std::vector<double> excess;
    for (const std::vector<LanePace>* step : m_steps) {
        if (lane < step->size() && !std::isnan((*step)[lane].slowdown))
            excess.push_back(std::max(static_cast<double>((*step)[lane].slowdown) - 1, 0.0));
    }
    if (excess.empty())
        return 0;
    const double half = std::ranges::max(excess) / 2;
    const auto first = std::ranges::find_if(excess, [half](double each) { return each >= half; });
    double sum = 0;
    double squares = 0;
    for (auto each = first; each != excess.end(); ++each) {
        sum += *each;
        squares += *each * *each;
    }
    return squares > 0 ? sum * sum / (static_cast<double>(excess.end() - first) * squares) : 0;
}

std::vector<SlowLane> LanePaces::slow(double part) const
{
    std::vector<SlowLane> slow;
    for (std::uint32_t lane = 0; lane < m_sums.size(); ++lane) {
        const Sum& sum = m_sums[lane];
        if (sum.steps > 0)
            slow.push_back(
                {lane, sum.slowdown / static_cast<double>(sum.steps), sum.excess > 0 ? sum.paused / sum.excess : 0});
    }
    std::ranges::stable_sort(slow, std::greater{}, &SlowLane::slowdown);
    const double worst = slow.empty() ? 1 : slow.front().slowdown;
    const double min = 1 + std::max(minSlowdown, part * (worst - 1));
    const auto end = std::ranges::find_if(slow, [min](const SlowLane& each) { return each.slowdown < min; });
    slow.erase(end, slow.end());
    for (SlowLane& each : slow)
        each.persistence = persistenceOf(each.lane);
    return slow;
}

} // namespace lockstep
