// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/detect/watch/cpuclockwatch.h"

#include "models/analysis/detect/baseline/placetext.h"
#include "models/core/eventcodes.h"
#include "models/core/units.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace lockstep {

namespace {

constexpr std::size_t cpuFrequency = 0; ///< columns
constexpr std::size_t cpuLoad = 1;
constexpr std::size_t cpuThrottles = 2;

constexpr float hertzPerGigahertz = 1e9F;
constexpr Duration slowTogether = std::chrono::minutes(10);

} // namespace

void CpuClockWatch::step(const WatchedTick& now, Derived& out)
{
    const std::size_t count = now.topology->count(EntityKind::Node);
    if (count < m_nodes.size())
        *this = CpuClockWatch(); // another cluster: restart
    m_nodes.resize(count);
    m_standings.resize(count);
    for (std::uint32_t node = 0; node < count; ++node)
        m_standings[node] = standingOf(now, node);
    const auto lately = std::ranges::count_if(
        m_nodes, [&](const Node& node) { return node.becameSlow && now.time < *node.becameSlow + slowTogether; });
    const auto throttled = static_cast<std::size_t>(std::ranges::count_if(m_standings, &Standing::isThrottled));
    if (throttled >= manyThrottled && 4 * throttled > count) {
        for (Standing& standing : m_standings)
            standing.isThrottled = false;
    }
    for (std::uint32_t node = 0; node < count; ++node) {
        const bool isOfJob = lately >= manySlow && m_standings[node].isSlow && !m_standings[node].isThrottled
            && !m_episodes.reported({{EntityKind::Node, node}});
        if (isOfJob)
            m_nodes[node].clocks = {};
        else
            judge(now, node, m_standings[node], out);
    }
}

CpuClockWatch::Standing CpuClockWatch::standingOf(const WatchedTick& now, std::uint32_t node)
{
    Standing standing;
    Node& its = m_nodes[node];
    const float frequency = now.value(cpuFrequency, node);
    const float load = now.value(cpuLoad, node);
    standing.isThrottled = now.value(cpuThrottles, node) > 0;
    if (frequency > 0 && load >= leastLoad) {
        const auto range = std::min(static_cast<std::size_t>(std::log2(load / leastLoad)), loadRanges - 1);
        PeerRatio& clock = its.clocks[range];
        clock.add(frequency / hertzPerGigahertz, now.seconds);
        standing.clock = &clock;
        standing.isSlow = clock.isDifferent() && clock.lately() < slowClock * clock.usual();
    }
    const bool wasSlow = std::exchange(its.isSlow, standing.isSlow && !standing.isThrottled);
    if (its.isSlow && !wasSlow)
        its.becameSlow = now.time;
    return standing;
}

void CpuClockWatch::judge(const WatchedTick& now, std::uint32_t node, const Standing& standing, Derived& out)
{
    const bool isFound = standing.isSlow || standing.isThrottled;
    if (!isFound && m_episodes.isEmpty())
        return;
    const EntityRef entity{EntityKind::Node, node};
    const bool isWell
        = standing.clock != nullptr || !std::isnan(now.value(cpuThrottles, node)); // an idle CPU is unclear
    const auto news = isFound
        ? m_episodes.found({entity}, rule, now, Severity::Warning)
        : m_episodes.notFound({entity}, rule, now, isWell ? Episodes::State::Well : Episodes::State::Unclear);
    const auto gigahertz = [](float value) {
        return formatQuantity(static_cast<double>(hertzPerGigahertz * value), Unit::Hertz);
    };
    const std::string place = placeText(*now.topology, entity);
    if (news.isOver())
        out.events.push_back({entity,
                              {now.time, Severity::Information, 0, codes::nodeCpuClock,
                               fmt::format("{}: CPU clock back to baseline", place)}});
    if (!news.isBad())
        return;
    EventFields fields{.lasted = rule.lastsAtTicksOf(now.seconds)};
    std::string text = fmt::format("{}: heat throttles the CPU", place);
    if (standing.isSlow) {
        fields.value = hertzPerGigahertz * standing.clock->lately();
        fields.baseline = hertzPerGigahertz * standing.clock->usual();
        fields.unit = Unit::Hertz;
        text = fmt::format("{}: CPU clock {} at {:.0f} % load, baseline {}{}", place,
                           gigahertz(standing.clock->lately()), 100 * now.value(cpuLoad, node),
                           gigahertz(standing.clock->usual()), standing.isThrottled ? "\nthermally throttled" : "");
    }
    out.events.push_back(
        {entity, {now.time, Severity::Warning, 0, codes::nodeCpuClock, std::move(text), std::move(fields)}});
}

} // namespace lockstep
