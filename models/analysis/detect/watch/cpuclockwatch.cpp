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
    m_clockStates.resize(count);
    for (std::uint32_t node = 0; node < count; ++node)
        m_clockStates[node] = clockStateOf(now, node);
    const auto recent = std::ranges::count_if(
        m_nodes, [&](const Node& node) { return node.becameSlow && now.time < *node.becameSlow + slowTogether; });
    const auto throttled = static_cast<std::size_t>(std::ranges::count_if(m_clockStates, &ClockState::isThrottled));
    if (throttled >= manyThrottled && 4 * throttled > count) {
        for (ClockState& clockState : m_clockStates)
            clockState.isThrottled = false;
    }
    for (std::uint32_t node = 0; node < count; ++node) {
        const bool isOfJob = recent >= manySlow && m_clockStates[node].isSlow && !m_clockStates[node].isThrottled
            && !m_episodes.reported({{EntityKind::Node, node}});
        if (isOfJob)
            m_nodes[node].clocks = {};
        else
            judge(now, node, m_clockStates[node], out);
    }
}

CpuClockWatch::ClockState CpuClockWatch::clockStateOf(const WatchedTick& now, std::uint32_t node)
{
    ClockState clockState;
    Node& its = m_nodes[node];
    const float frequency = now.value(cpuFrequency, node);
    const float load = now.value(cpuLoad, node);
    clockState.isThrottled = now.value(cpuThrottles, node) > 0;
    if (frequency > 0 && load >= minLoad) {
        const auto range = std::min(static_cast<std::size_t>(std::log2(load / minLoad)), loadRanges - 1);
        PeerRatio& clock = its.clocks[range];
        clock.add(frequency / hertzPerGigahertz, now.seconds);
        clockState.clock = &clock;
        clockState.isSlow = clock.isDifferent() && clock.recent() < slowClock * clock.usual();
    }
    const bool wasSlow = std::exchange(its.isSlow, clockState.isSlow && !clockState.isThrottled);
    if (its.isSlow && !wasSlow)
        its.becameSlow = now.time;
    return clockState;
}

void CpuClockWatch::judge(const WatchedTick& now, std::uint32_t node, const ClockState& clockState, Derived& out)
{
    const bool isFound = clockState.isSlow || clockState.isThrottled;
    if (!isFound && m_episodes.isEmpty())
        return;
    const EntityRef entity{EntityKind::Node, node};
    const bool isHealthy
        = clockState.clock != nullptr || !std::isnan(now.value(cpuThrottles, node)); // an idle CPU is unclear
    const auto news = isFound
        ? m_episodes.found({entity}, rule, now, Severity::Warning)
        : m_episodes.notFound({entity}, rule, now, isHealthy ? Episodes::State::Healthy : Episodes::State::Unclear);
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
    if (clockState.isSlow) {
        fields.value = hertzPerGigahertz * clockState.clock->recent();
        fields.baseline = hertzPerGigahertz * clockState.clock->usual();
        fields.unit = Unit::Hertz;
        text = fmt::format("{}: CPU clock {} at {:.0f} % load, baseline {}{}", place,
                           gigahertz(clockState.clock->recent()), 100 * now.value(cpuLoad, node),
                           gigahertz(clockState.clock->usual()), clockState.isThrottled ? "\nthermally throttled" : "");
    }
    out.events.push_back(
        {entity, {now.time, Severity::Warning, 0, codes::nodeCpuClock, std::move(text), std::move(fields)}});
}

} // namespace lockstep
