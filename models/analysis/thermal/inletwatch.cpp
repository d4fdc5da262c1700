// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/thermal/inletwatch.h"

#include "models/analysis/detect/baseline/placetext.h"
#include "models/core/median.h"
#include "models/core/topology/reporters.h"
#include "models/core/units.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {
constexpr float inletSecondsToLearn = 30;
constexpr float otherInletKelvin = 1; ///< accuracy of sensors
constexpr EpisodeRule lastingRule{.lasts = 1, .calm = InletWatch::rule.calm}; // the sum already requires a duration
} // namespace

InletWatch::RackAir InletWatch::airOf(EntityRef rack, const Tick& tick, const Topology& topology)
{
    m_inlets.clear();
    m_shares.clear();
    for (const EntityRef child : topology.children(rack)) {
        if (child.kind != EntityKind::Node || child.index >= tick.inlets.size())
            continue;
        if (!std::isnan(tick.inlets[child.index]))
            m_inlets.push_back(tick.inlets[child.index]);
        if (!std::isnan(tick.recirculations[child.index]))
            m_shares.push_back(tick.recirculations[child.index]);
    }
    return {quantile(m_inlets, 0.5), quantile(m_shares, 0.5)};
}

void InletWatch::step(const Tick& tick, const Topology& topology, Derived& out)
{
    m_excess.resize(topology.count(EntityKind::Rack), Baseline(inletSecondsToLearn));
    m_sums.resize(m_excess.size());
    if (std::isnan(tick.supply))
        return;
    for (std::uint32_t index = 0; index < m_excess.size(); ++index) {
        const EntityRef rack{EntityKind::Rack, index};
        if (isUnplaced(topology, rack))
            continue;
        const RackAir air = airOf(rack, tick, topology);
        if (!std::isnan(air.inlet))
            judge(rack, air, tick, topology, out);
    }
}

void InletWatch::judge(EntityRef rack, const RackAir& air, const Tick& tick, const Topology& topology, Derived& out)
{
    Baseline& usual = m_excess[rack.index];
    m_learned.follow(
        topology, rack, tick.now.time, out, [&usual](std::span<const float> values) { return usual.restore(values); },
        [&usual] { return usual.values(); },
        [&usual] {
            std::vector<BaselineRange> ranges;
            usual.describe("inlet air relative to the hall supply", Unit::KelvinDelta, ranges);
            return ranges;
        });
    const float excess = air.inlet - tick.supply;
    const bool isWarmAnyway = !usual.isKnown() && excess > warmFromTheStart && air.recirculation > exhaustFromTheStart;
    const float more = usual.isKnown() ? excess - usual.usual() : isWarmAnyway ? excess : 0;
    if (std::abs(more) < warm / 2)
        usual.add(excess, tick.now.seconds);
    Shortfall& sum = m_sums[rack.index];
    if (usual.isKnown())
        sum.add(more, lasting, tick.now.seconds);
    const bool isFound = more > warm || sum.isLarge();
    const Severity severity = more > veryWarm ? Severity::Critical : Severity::Warning;
    const auto state = more < warm / 2 && !sum.isLarge() ? Episodes::State::Healthy : Episodes::State::Unclear;
    const bool hasLasted = sum.isLarge() && severity == Severity::Warning;
    const auto news = isFound ? m_episodes.found({rack}, hasLasted ? lastingRule : rule, tick.now, severity)
                              : m_episodes.notFound({rack}, rule, tick.now, state);
    const std::string inlet = formatQuantity(static_cast<double>(std::round(10 * air.inlet) / 10), Unit::Celsius);
    if (news.isOver()) {
        m_deadband.forget({rack});
        out.events.push_back({rack,
                              {tick.now.time, Severity::Information, 0, codes::rackInlet,
                               fmt::format("{}: inlet back to baseline: {}", placeText(topology, rack), inlet)}});
    }
    const bool isOther = isFound && more > warm / 2 && m_deadband.isDue({rack}, tick.now.time, more, otherInletKelvin);
    if (!news.isBad() && !isOther)
        return;
    m_deadband.report({rack}, tick.now.time, more);
    const std::string share = std::isnan(air.recirculation)
        ? std::string()
        : fmt::format("\n{:.0f} % exhaust air", 100 * air.recirculation);
    out.events.push_back(
        {rack,
         {tick.now.time,
          std::max(severity, m_episodes.reported({rack}).value_or(severity)),
          0,
          codes::rackInlet,
          fmt::format("{}: inlet {}, {:.1f} K above its baseline relative to the hall{}{}", placeText(topology, rack),
                      inlet, more, share, m_learned.text(rack, usual.learnedSeconds())),
          {.lasted = std::max(rule.lastsAtTicksOf(tick.now.seconds), durationOfSeconds(sum.seconds())),
           .value = air.inlet,
           .baseline = air.inlet - more,
           .unit = Unit::Celsius}}});
}

} // namespace lockstep
