// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/thermal/coolingwatch.h"

#include "models/analysis/detect/baseline/placetext.h"
#include "models/core/units.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace lockstep {

namespace {

constexpr float minExcess = 2; ///< K: sensors report whole degrees
constexpr float minExcessInItsNode
    = 3.5; ///< K, likewise, if the other GPUs of its node replace the sensor of the medium
constexpr float sensorBias = 3; ///< K: a constant error, which is a larger part of a smaller rise
constexpr float coolingSecondsToLearn = 15;
constexpr float airSecondsToLearn = 60; ///< several cycles of the fans, which follow the load of the whole node
constexpr float coolingSamplesToLearn = 6;
constexpr float coolingMemorySeconds = 1800;
constexpr float minSpread = 0.002F; ///< K/W: one degree at 500 W
constexpr float otherGpuKelvin = 2; ///< smaller changes are due to whole degrees
// Time in which others may show that the job is the cause. The sum already requires several samples.
constexpr EpisodeRule ownPastRule{.lasts = 6, .calm = 60, .samples = 1};
constexpr EpisodeRule peersRule{
    .lasts = 45, .calm = 60, .samples = 3}; // after a change of load, temperatures need half a minute

} // namespace

void CoolingWatch::step(const CoolingTick& tick, const CoolingMap& cooling, const Topology& topology, Derived& out)
{
    const std::size_t count = tick.rises.size();
    if (count < m_gpus.size())
        *this = CoolingWatch(m_baselines); // another cluster: restart
    m_gpus.resize(count);
    m_resistances.resize(count);
    m_deviations.resize(count);
    m_scores.resize(count);
    for (std::size_t at = 0; at < count; ++at)
        m_resistances[at] = tick.powers[at] > 0 ? tick.rises[at] / tick.powers[at] : noData;
    m_peers.compare(cooling.coolingGroups(), tick.powers, m_resistances, minSpread, m_deviations, m_scores);
    m_judged.clear();
    for (std::uint32_t at = 0; at < count; ++at) {
        if (!std::isnan(m_deviations[at]))
            judge(at, tick, cooling, topology, out);
    }
    const bool isFleetWide = suppressFleetWide(cooling, topology);
    for (const Judged& each : m_judged) {
        const bool isSuppressed = isFleetWide && each.isNew;
        reportDeviation(tick, {EntityKind::Gpu, each.gpu}, each.deviation, each.isFound && !isSuppressed,
                        each.isHealthy, topology, out);
    }
}

/// Restarts learning if many GPUs deviate at once: another job may heat its GPUs differently at the same power.
bool CoolingWatch::suppressFleetWide(const CoolingMap& cooling, const Topology& topology)
{
    std::set<std::uint32_t> nodes;
    std::set<EntityRef> racks;
    for (std::uint32_t at = 0; at < m_gpus.size(); ++at) {
        if (!m_gpus[at].isNew)
            continue;
        nodes.insert(cooling.nodeOfGpu()[at]);
        racks.insert(topology.ancestor({EntityKind::Gpu, at}, EntityKind::Rack));
    }
    if (nodes.size() < manyNodes || racks.size() < manyRacks)
        return false;
    for (Gpu& gpu : m_gpus) {
        if (gpu.isNew)
            gpu = Gpu();
    }
    return true;
}

void CoolingWatch::judge(std::uint32_t index, const CoolingTick& tick, const CoolingMap& cooling,
                         const Topology& topology, Derived& out)
{
    Gpu& gpu = m_gpus[index];
    m_learned.follow(
        topology, {EntityKind::Gpu, index}, tick.now.time, out,
        [&gpu](std::span<const float> values) {
            const bool isSound = values.size() == 2 && values[0] > 0 && values[0] < 10 && values[1] > 0;
            if (isSound) {
                gpu.usual = values[0];
                gpu.learnedSeconds = std::min(values[1], coolingMemorySeconds);
            }
            return isSound;
        },
        [&gpu] {
            return gpu.learnedSeconds < airSecondsToLearn ? std::vector<float>()
                                                          : std::vector{gpu.usual, gpu.learnedSeconds};
        },
        [&gpu] {
            return std::vector{BaselineRange{"thermal resistance relative to its peers", Unit::Ratio, gpu.usual, noData,
                                             gpu.learnedSeconds}};
        });
    const float ofPeers = m_resistances[index] - m_deviations[index];
    const float peerRise = ofPeers * tick.powers[index];
    if (!(peerRise >= minRise))
        return;
    ShortfallRule rule = cooling.isLiquid(index) ? inWater : cooling.hasReference(index) ? inAir : inItsNode;
    rule.slack = std::max(rule.slack, (cooling.hasReference(index) ? minExcess : minExcessInItsNode) / peerRise);
    if (!std::isnan(gpu.baselineRise))
        rule.slack += sensorBias * std::abs(1 / peerRise - 1 / gpu.baselineRise);
    const float ratio = m_resistances[index] / ofPeers;
    const float secondsToLearn = std::max(cooling.isLiquid(index) ? coolingSecondsToLearn : airSecondsToLearn,
                                          coolingSamplesToLearn * tick.now.seconds);
    const bool isLearned = gpu.learnedSeconds >= secondsToLearn;
    const float ofOwn = ratio / gpu.usual - 1;
    if (isLearned)
        gpu.excess.add(ofOwn, rule, tick.now.seconds);
    if (!isLearned || ofOwn < rule.slack) {
        gpu.learnedSeconds = std::min(gpu.learnedSeconds + tick.now.seconds, coolingMemorySeconds);
        const float weight = tick.now.seconds / gpu.learnedSeconds;
        gpu.usual += (ratio - gpu.usual) * weight;
        gpu.baselineRise
            = std::isnan(gpu.baselineRise) ? peerRise : gpu.baselineRise + (peerRise - gpu.baselineRise) * weight;
    }
    gpu.isNew = isLearned && gpu.excess.isLarge() && !m_episodes.reported({{EntityKind::Gpu, index}});
    const float kelvin = m_deviations[index] * tick.powers[index];
    const bool isComparable = cooling.comparesSlots(index) || !cooling.hasReference(index);
    const float far = cooling.hasReference(index) ? farFromPeers : farInItsNode;
    const bool isFar = isComparable && kelvin > far && m_scores[index] > spreadsFromPeers;
    Deviation deviation;
    deviation.isAboveOwnBaseline = isLearned && gpu.excess.isLarge() && ofOwn * gpu.usual * peerRise >= minExcess;
    deviation.ratio = deviation.isAboveOwnBaseline ? 1 + ofOwn : ratio;
    deviation.kelvin = deviation.isAboveOwnBaseline ? ofOwn * gpu.usual * peerRise : kelvin;
    const bool isHealthy = ofOwn < rule.slack / 2 && kelvin < farFromPeers / 2;
    deviation.hasReference = cooling.hasReference(index);
    m_judged.push_back({index, deviation, deviation.isAboveOwnBaseline || isFar, isHealthy, gpu.isNew});
}

std::string CoolingWatch::resistanceText(const Deviation& deviation)
{
    if (!deviation.hasReference)
        return "\ncompared within its node, as no inlet or coolant sensor is measured";
    return fmt::format(": thermal resistance {:.0f} % above {}", 100 * (deviation.ratio - 1),
                       deviation.isAboveOwnBaseline ? "its own baseline" : "theirs");
}

void CoolingWatch::reportDeviation(const CoolingTick& tick, EntityRef entity, const Deviation& deviation, bool isFound,
                                   bool isHealthy, const Topology& topology, Derived& out)
{
    if (!isFound && m_episodes.isEmpty())
        return;
    const EpisodeRule& rule = deviation.isAboveOwnBaseline ? ownPastRule : peersRule;
    const Severity severity = deviation.kelvin > veryHot ? Severity::Critical : Severity::Warning;
    const auto news = isFound ? m_episodes.found({entity}, rule, tick.now, severity)
                              : m_episodes.notFound({entity}, rule, tick.now,
                                                    isHealthy ? Episodes::State::Healthy : Episodes::State::Unclear);
    if (news.isOver()) {
        m_deadband.forget({entity});
        out.events.push_back({entity,
                              {tick.now.time, Severity::Information, 0, codes::gpuCooling,
                               fmt::format("{}: cooling back to baseline", placeText(topology, entity))}});
    }
    const bool isOther = isFound && deviation.kelvin >= minExcess
        && m_deadband.isDue({entity}, tick.now.time, deviation.kelvin, otherGpuKelvin);
    if (!news.isBad() && !isOther)
        return;
    m_deadband.report({entity}, tick.now.time, deviation.kelvin);
    const Duration lasted = deviation.isAboveOwnBaseline ? durationOfSeconds(m_gpus[entity.index].excess.seconds())
                                                         : rule.lastsAtTicksOf(tick.now.seconds);
    const auto power = static_cast<double>(std::round(tick.powers[entity.index] / 10) * 10);
    out.events.push_back(
        {entity,
         {tick.now.time,
          std::max(severity, m_episodes.reported({entity}).value_or(severity)),
          0,
          codes::gpuCooling,
          fmt::format("{}: {:.0f} K hotter than its peers at {}{}{}", placeText(topology, entity), deviation.kelvin,
                      formatQuantity(power, Unit::Watt), resistanceText(deviation),
                      deviation.isAboveOwnBaseline ? m_learned.text(entity, m_gpus[entity.index].learnedSeconds) : ""),
          {.lasted = lasted, .value = deviation.kelvin, .unit = Unit::KelvinDelta}}});
}

} // namespace lockstep
