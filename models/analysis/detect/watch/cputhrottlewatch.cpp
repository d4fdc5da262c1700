// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/detect/watch/cputhrottlewatch.h"

#include "models/analysis/detect/baseline/placetext.h"
#include "models/core/eventcodes.h"
#include "models/core/median.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace lockstep {

void CpuThrottleWatch::step(const WatchedTick& now, Derived& out)
{
    const std::size_t count = now.topology->count(EntityKind::Node);
    if (count < m_nodes.size())
        *this = CpuThrottleWatch(); // another cluster: restart
    m_nodes.resize(count);
    std::vector<float> rates;
    for (std::uint32_t node = 0; node < count; ++node) {
        const float value = now.value(0, node);
        if (!(value >= 0))
            continue;
        float& rate = m_nodes[node].rate;
        rate = std::isnan(rate) ? value : rate + (value - rate) * now.seconds / (smoothedSeconds + now.seconds);
        rates.push_back(rate);
    }
    if (rates.empty())
        return;
    const bool hasPeers = rates.size() >= fewestNodes;
    const float ofNodes = quantile(rates, 0.5);
    for (std::uint32_t node = 0; node < count; ++node) {
        if (now.value(0, node) >= 0)
            judge(now, node, ofNodes, hasPeers, out);
    }
}

void CpuThrottleWatch::judge(const WatchedTick& now, std::uint32_t node, float ofNodes, bool hasPeers, Derived& out)
{
    Node& known = m_nodes[node];
    const EntityRef entity{EntityKind::Node, node};
    const float usual = known.usual.isKnown() ? known.usual.usual() : 0;
    const bool isKnown = known.usual.isKnown() || hasPeers;
    const float limit = std::max({min, timesUsual * usual, hasPeers ? timesUsual * ofNodes : 0.0F});
    const bool isThrottled = isKnown && known.rate > limit;
    if (!isThrottled && !m_episodes.reported({entity}))
        known.usual.add(now.value(0, node), now.seconds);
    if (!isThrottled && m_episodes.isEmpty())
        return;
    const Episodes::Moment moment{now.tick, now.time, now.seconds};
    const auto state = known.rate < limit / 2 ? Episodes::State::Well : Episodes::State::Unclear;
    const auto news = isThrottled ? m_episodes.found({entity}, rule, moment, Severity::Warning)
                                  : m_episodes.notFound({entity}, rule, moment, state);
    const std::string place = placeText(*now.topology, entity);
    if (news.isBad())
        out.events.push_back({entity,
                              {now.time,
                               Severity::Warning,
                               0,
                               codes::cpuThrottled,
                               fmt::format("{}: CPU throttled by heat {:.1f} times/s, baseline {:.1f}, median of the "
                                           "nodes {:.1f}",
                                           place, known.rate, usual, ofNodes),
                               {.lasted = rule.lastsAtTicksOf(now.seconds),
                                .value = known.rate,
                                .baseline = usual,
                                .unit = Unit::PerSecond}}});
    if (news.isOver())
        out.events.push_back({entity,
                              {now.time, Severity::Information, 0, codes::cpuThrottled,
                               fmt::format("{}: CPU no longer throttled by heat", place)}});
}

} // namespace lockstep
