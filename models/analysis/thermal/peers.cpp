// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/thermal/peers.h"

#include "models/core/median.h"
#include "models/core/metric.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace lockstep {

namespace {
/// Entities with similar power have nearly the same peers, so that a few of them share one median.
constexpr std::size_t sharedMedian = 8;
} // namespace

void PeerComparison::sortByPower(std::span<const std::uint32_t> groups, std::span<const float> powers,
                                 std::span<const float> values)
{
    m_keys.clear();
    for (std::uint32_t at = 0; at < values.size(); ++at) {
        const bool counts = groups[at] != alone && !std::isnan(values[at]) && powers[at] > 0;
        if (counts)
            m_keys.push_back({groups[at], powers[at], at});
    }
    std::ranges::sort(m_keys, [](const Key& a, const Key& b) {
        return std::tie(a.group, a.power, a.at) < std::tie(b.group, b.power, b.at);
    });
}

void PeerComparison::compare(std::span<const std::uint32_t> groups, std::span<const float> powers,
                             std::span<const float> values, float floor, std::span<float> deviations,
                             std::span<float> scores)
{
    std::ranges::fill(deviations, noData);
    std::ranges::fill(scores, noData);
    sortByPower(groups, powers, values);
    for (std::size_t first = 0, end = 0; first < m_keys.size(); first = end) {
        const Key& middle = m_keys[first];
        // Selects entities that share a median: neighbours in a group with similar power.
        const auto isLike = [&](const Key& other, float reach) {
            return other.group == middle.group && std::abs(other.power - middle.power) <= reach * middle.power;
        };
        for (end = first + 1; end < m_keys.size() && end < first + sharedMedian; ++end) {
            if (!isLike(m_keys[end], powerReach / 3))
                break;
        }
        std::size_t from = first;
        std::size_t to = end;
        while (to - from < maxPeers) {
            const bool below = from > 0 && isLike(m_keys[from - 1], powerReach);
            const bool above = to < m_keys.size() && isLike(m_keys[to], powerReach);
            from -= below ? 1 : 0;
            to += above ? 1 : 0;
            if (!below && !above)
                break;
        }
        if (to - from < minPeers)
            continue;
        m_sample.clear();
        for (std::size_t key = from; key < to; ++key)
            m_sample.push_back(values[m_keys[key].at]);
        const RobustSummary peers = summarise(m_sample);
        for (std::size_t key = first; key < end; ++key) {
            const std::uint32_t at = m_keys[key].at;
            deviations[at] = values[at] - peers.median;
            scores[at] = deviations[at] / std::max(peers.sigma, floor);
        }
    }
}

void PeerComparison::compareRatios(std::span<const std::uint32_t> groups, std::span<const float> values,
                                   std::span<float> ratios)
{
    std::ranges::fill(ratios, noData);
    // In order of value, the median of a group is in its middle.
    sortByPower(groups, values, values);
    for (std::size_t first = 0, end = 0; first < m_keys.size(); first = end) {
        for (end = first; end < m_keys.size() && m_keys[end].group == m_keys[first].group;)
            ++end;
        const float median = m_keys[first + (end - first) / 2].power;
        for (std::size_t key = first; key < end && end - first >= minPeers; ++key)
            ratios[m_keys[key].at] = m_keys[key].power / median - 1;
    }
}

} // namespace lockstep
