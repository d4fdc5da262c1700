// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/sync/tracking/steps/lanetimes.h"

#include "models/analysis/sync/tracking/steps/syncstep.h"

#include <algorithm>
#include <cmath>

namespace lockstep {

void LaneTimes::addLane()
{
    m_ever.emplace_back();
    m_before.emplace_back();
    m_recent.emplace_back();
}

void LaneTimes::restartUntil(std::int64_t ns)
{
    for (TimeClasses& classes : m_ever)
        classes.restartUntil(ns);
}

void LaneTimes::account(const SyncWindow& window)
{
    for (std::uint32_t lane = 0; lane < window.laneCount(); ++lane)
        m_ever[lane].account(window, lane);
}

double LaneTimes::newSeconds(std::uint32_t lane, TimeClass timeClass) const
{
    return m_ever[lane].seconds(timeClass) - m_before[lane].seconds(timeClass);
}

/// The rest of the step without spans is unknown time.
void LaneTimes::close(const SyncStep& step)
{
    const double length = std::chrono::duration<double>(step.range.length()).count();
    std::vector<Spent> all(m_ever.size(), Spent{});
    for (std::uint32_t lane = 0; lane < all.size(); ++lane) {
        if (lane >= step.wait.size() || std::isnan(step.wait[lane]))
            continue;
        Spent& spent = all[lane];
        for (std::size_t at = 0; at < timeClassCount; ++at)
            spent[at] = static_cast<float>(newSeconds(lane, static_cast<TimeClass>(at)));
        float& unknown = spent[static_cast<std::size_t>(TimeClass::Unknown)];
        unknown = 0;
        unknown = std::max(0.0F, static_cast<float>(length) - std::accumulate(spent.begin(), spent.end(), 0.0F));
        m_before[lane] = m_ever[lane];
    }
    m_steps.push_back(std::move(all));
    if (m_steps.size() > recentSteps)
        m_steps.pop_front();
    // Summed again, so that rounding errors do not accumulate.
    std::ranges::fill(m_recent, TimeSpent{});
    for (const std::vector<Spent>& each : m_steps) {
        for (std::size_t lane = 0; lane < each.size(); ++lane) {
            for (std::size_t at = 0; at < timeClassCount; ++at)
                m_recent[lane][at] += static_cast<double>(each[lane][at]);
        }
    }
}

void LaneTimes::forgetRecent()
{
    m_steps.clear();
    std::ranges::fill(m_recent, TimeSpent{});
}

} // namespace lockstep
