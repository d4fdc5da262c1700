// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/sync/live/throttlehistory.h"

#include "models/core/metrics/flags.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace lockstep {

namespace {

constexpr std::uint8_t notKnown = 0xFF;
/// Minimum share of time throttled to explain a slow rank.
constexpr double clearPart = 0.1;

} // namespace

RankCause causeOfThrottling(float reasons)
{
    if (!(reasons > 0))
        return RankCause::Unknown;
    const auto bits = static_cast<std::uint32_t>(reasons);
    if ((bits & throttle::byHeat) != 0)
        return RankCause::Heat;
    if ((bits & throttle::byPower) != 0)
        return RankCause::Power;
    return (bits & throttle::hardwareSlowdown) != 0 ? RankCause::Throttled : RankCause::Unknown;
}

void ThrottleHistory::add(TickIndex tick, std::span<const float> reasons)
{
    std::vector<std::uint8_t>& causes = m_ticks[tick];
    causes.resize(std::max(causes.size(), reasons.size()), notKnown);
    for (std::size_t gpu = 0; gpu < reasons.size(); ++gpu) {
        if (!std::isnan(reasons[gpu]))
            causes[gpu] = static_cast<std::uint8_t>(causeOfThrottling(reasons[gpu]));
    }
    while (m_ticks.size() > keptTicks)
        m_ticks.erase(m_ticks.begin());
}

RankCause ThrottleHistory::causeOf(std::uint32_t gpu, TickRange ticks) const
{
    std::array<std::size_t, 4> counts{};
    std::size_t known = 0;
    for (auto at = m_ticks.lower_bound(ticks.from); at != m_ticks.end() && at->first < ticks.to; ++at) {
        if (gpu >= at->second.size() || at->second[gpu] == notKnown)
            continue;
        ++known;
        ++counts[at->second[gpu]];
    }
    counts[static_cast<std::size_t>(RankCause::Unknown)] = 0;
    const auto max = std::ranges::max_element(counts);
    const bool isClear = *max > 0 && static_cast<double>(*max) >= clearPart * static_cast<double>(known);
    return isClear ? static_cast<RankCause>(max - counts.begin()) : RankCause::Unknown;
}

} // namespace lockstep
