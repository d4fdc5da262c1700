// SPDX-License-Identifier: GPL-3.0-or-later
#include "views3d/values/halljudgement.h"

#include "models/core/median.h"
#include "models/core/metrics/limits.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

namespace lockstep {

namespace {

constexpr std::size_t enoughToCompare = 8;
constexpr float farAway = 8; // spreads
constexpr std::size_t maxHotspots = 5;

/// Values outside are bad; NaN: no bound on that side.
struct Bounds
{
    float low = noData;
    float high = noData;

    /// Distance beyond the bounds; 0 within, and for NaN.
    [[nodiscard]] float excess(float value) const
    {
        if (value > high)
            return value - high;
        return value < low ? low - value : 0;
    }
};

/// Bounds around the median of @p values on the bad sides. None if there are too few values.
Bounds boundsAround(std::vector<float> values, Direction direction, float minSpread)
{
    std::erase_if(values, [](float value) { return std::isnan(value); });
    if (values.size() < enoughToCompare)
        return {};
    const auto [median, sigma] = summarise(values);
    const float reach = farAway * std::max(sigma, minSpread);
    return {direction == Direction::HighIsBad ? noData : median - reach,
            direction == Direction::LowIsBad ? noData : median + reach};
}

/// Bounds for metrics without limits.
Bounds boundsFor(const HallJudgement::Evidence& evidence)
{
    const MetricDescriptor& metric = evidence.metric;
    if (isJudged(metric) || (metric.direction == Direction::Neutral && !metric.isDeviation))
        return {}; // for neutral metrics neither high nor low is bad
    std::vector<float> values;
    for (const HallSample& sample : evidence.samples) {
        if (sample.knowledge == Knowledge::Current)
            values.push_back(sample.value);
    }
    return boundsAround(std::move(values), metric.direction,
                        0.01F * std::abs(evidence.scale.high - evidence.scale.low));
}

} // namespace

void HallJudgement::judge(const Topology& topology, const Evidence& evidence)
{
    m_badness.reset(topology);
    m_hotspots.clear();
    const Bounds own = boundsFor(evidence);
    const auto amongPeers = [&](float fromPeers) {
        return evidence.deviation != nullptr ? excessOf(*evidence.deviation, fromPeers) : 0.0F;
    };
    // Sorted by excess over a limit, then by deviation.
    std::vector<std::pair<std::pair<float, float>, HallHotspot>> found;
    for (std::uint32_t index = 0; index < evidence.samples.size(); ++index) {
        const HallSample& sample = evidence.samples[index];
        if (sample.knowledge != Knowledge::Current)
            continue;
        const float fromPeers = index < evidence.fromPeers.size() ? evidence.fromPeers[index] : noData;
        const float beyondOwn
            = isJudged(evidence.metric) ? excessOf(evidence.metric, sample.value) : own.excess(sample.value);
        const auto severity = severityOf(evidence.metric, sample.value);
        const auto excess = std::pair(beyondOwn, amongPeers(fromPeers));
        if (!severity && beyondOwn <= 0 && excess.second <= 0)
            continue;
        const EntityRef entity{evidence.metric.entityKind, index};
        m_badness.mark(topology, entity, severity.value_or(Severity::Warning));
        found.push_back({excess, {entity, excess.second > 0 ? fromPeers : noData}});
    }
    const auto kept = found.begin() + static_cast<std::ptrdiff_t>(std::min(maxHotspots, found.size()));
    std::ranges::partial_sort(found, kept, std::greater{}, [](const auto& each) { return each.first; });
    for (auto each = found.begin(); each != kept; ++each)
        m_hotspots.push_back(each->second);
}

} // namespace lockstep
