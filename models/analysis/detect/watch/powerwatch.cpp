// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/detect/watch/powerwatch.h"

#include "models/analysis/detect/baseline/placetext.h"
#include "models/core/eventcodes.h"
#include "models/core/median.h"
#include "models/core/metrics/flags.h"
#include "models/core/topology/reporters.h"
#include "models/core/units.h"

#include <fmt/format.h>

#include <algorithm>

namespace lockstep {

namespace {

enum PowerColumn : std::size_t { Limit, Reasons, Clock, Utilisation, Power, Temperature };

constexpr float clockSecondsToLearn = 20;
constexpr float clockMemorySeconds = 600;
constexpr float workSecondsToLearn = 120;
constexpr float newLimitRests = 1800; ///< time in seconds after which a changed limit counts as intended

std::uint32_t reasonsOf(float value)
{
    return value >= 0 ? static_cast<std::uint32_t>(value) : 0;
}

std::string wattsText(float watts)
{
    return formatQuantity(static_cast<double>(std::round(watts)), Unit::Watt);
}

} // namespace

void PowerWatch::step(const WatchedTick& now, Derived& out)
{
    const std::size_t count = now.topology->count(EntityKind::Gpu);
    if (count < m_gpus.size())
        *this = PowerWatch(m_baselines); // another cluster: restart
    m_gpus.resize(count);
    m_rested.resize(now.topology->count(EntityKind::Node));
    for (std::uint32_t node = 0; node < m_rested.size(); ++node) {
        comparePeers(now, node);
        compareWithWork(now, node);
    }
    for (std::uint32_t gpu = 0; gpu < count; ++gpu) {
        recall(now, gpu, out);
        learn(now, gpu);
        judgeClock(now, gpu, out);
    }
    judgeCaps(now, out);
}

void PowerWatch::recall(const WatchedTick& now, std::uint32_t gpu, Derived& out)
{
    Gpu& known = m_gpus[gpu];
    if (!(now.value(Limit, gpu) > 0) && !(now.value(Clock, gpu) > 0))
        return;
    m_learned.follow(
        *now.topology, {EntityKind::Gpu, gpu}, now.time, out,
        [&](std::span<const float> values) {
            if (values.size() != 3 || std::isinf(values[0]) || std::isinf(values[1]) || !(values[2] >= 0))
                return false;
            known.baselineLimit = values[0];
            known.baselineClock = values[1];
            known.learnedSeconds = std::isnan(values[1]) ? 0 : std::min(values[2], clockMemorySeconds);
            // A limit that was lowered during a restart is not the baseline.
            known.lastLimit = now.value(Limit, gpu);
            known.restedSince = now.tick;
            return true;
        },
        [&known] {
            return std::isnan(known.baselineLimit) && std::isnan(known.baselineClock)
                ? std::vector<float>()
                : std::vector{known.baselineLimit, known.baselineClock, known.learnedSeconds};
        },
        [&known] {
            std::vector<BaselineRange> ranges;
            if (known.baselineLimit > 0)
                ranges.push_back({"power limit", Unit::Watt, known.baselineLimit, noData, 0});
            if (known.baselineClock > 0)
                ranges.push_back(
                    {"SM clock under load", Unit::Hertz, known.baselineClock, noData, known.learnedSeconds});
            return ranges;
        });
}

void PowerWatch::learn(const WatchedTick& now, std::uint32_t gpu)
{
    Gpu& known = m_gpus[gpu];
    const float limit = now.value(Limit, gpu);
    if (limit > 0) {
        if (limit != known.lastLimit)
            known.restedSince = now.tick;
        known.lastLimit = limit;
        const bool isWanted = static_cast<float>(now.tick - known.restedSince) * now.seconds > newLimitRests;
        if (!(limit < known.baselineLimit) || isWanted)
            known.baselineLimit = limit;
    }
    const float clock = now.value(Clock, gpu);
    const bool isAtWork = now.value(Utilisation, gpu) >= busy && clock > 0
        && (reasonsOf(now.value(Reasons, gpu)) & throttle::byPowerOrHeat) == 0;
    if (!isAtWork || (known.learnedSeconds >= clockSecondsToLearn && clock < slowClock * known.baselineClock))
        return;
    known.learnedSeconds = std::min(known.learnedSeconds + now.seconds, clockMemorySeconds);
    known.baselineClock = std::isnan(known.baselineClock)
        ? clock
        : known.baselineClock + (clock - known.baselineClock) * now.seconds / known.learnedSeconds;
}

bool PowerWatch::isCapped(const WatchedTick& now, std::uint32_t gpu) const
{
    return now.value(Limit, gpu) < lowered * m_gpus[gpu].baselineLimit
        || (reasonsOf(now.value(Reasons, gpu)) & throttle::powerBrake) != 0;
}

void PowerWatch::comparePeers(const WatchedTick& now, std::uint32_t node)
{
    m_busy.clear();
    m_sample.clear();
    for (const EntityRef child : now.topology->children({EntityKind::Node, node})) {
        const bool isBusy = child.kind == EntityKind::Gpu && now.value(Utilisation, child.index) >= busy
            && now.value(Clock, child.index) > 0;
        if (!isBusy)
            continue;
        m_busy.push_back(child.index);
        m_sample.push_back(now.value(Clock, child.index));
    }
    if (m_busy.size() < minPeers)
        return;
    const float middle = quantile(m_sample, 0.5);
    for (const std::uint32_t gpu : m_busy)
        m_gpus[gpu].clock.add(now.value(Clock, gpu) / middle, now.seconds);
}

/// Compares the busy GPUs of a node, gathered by comparePeers(), with their past in the same job.
void PowerWatch::compareWithWork(const WatchedTick& now, std::uint32_t node)
{
    const auto children = now.topology->children({EntityKind::Node, node});
    m_rested[node] = m_busy.empty() ? m_rested[node] + now.seconds : 0;
    for (const EntityRef child : children) {
        if (child.kind != EntityKind::Gpu)
            continue;
        m_gpus[child.index].work.isHeld = false;
        if (m_rested[node] > restSeconds)
            m_gpus[child.index].work = {};
    }
    std::vector<std::uint32_t> held;
    for (const std::uint32_t gpu : m_busy) {
        Work& work = m_gpus[gpu].work;
        const Work current{now.value(Clock, gpu), now.value(Power, gpu), now.value(Temperature, gpu),
                           now.value(Utilisation, gpu)};
        const bool isHeld = work.seconds >= workSecondsToLearn && current.clock < slowClock * work.clock
            && current.power < lessPower * work.power && current.temperature < work.temperature + hotter
            && current.utilisation > work.utilisation - lessLoad;
        if (isHeld) {
            held.push_back(gpu);
            continue;
        }
        if (std::isnan(current.power + current.temperature))
            continue;
        work.seconds = std::min(work.seconds + now.seconds, clockMemorySeconds);
        const float weight = now.seconds / work.seconds;
        for (float Work::*const mean : {&Work::clock, &Work::power, &Work::temperature, &Work::utilisation})
            work.*mean = std::isnan(work.*mean) ? current.*mean : work.*mean + weight * (current.*mean - work.*mean);
    }
    if (held.size() < 2 || static_cast<float>(held.size()) < max * static_cast<float>(m_busy.size()))
        return;
    for (const std::uint32_t gpu : held)
        m_gpus[gpu].work.isHeld = true;
}

/// Whether a GPU has become slower than the other busy GPUs of its node, although it draws less than a multiple of
/// their power and is not hotter. A GPU that runs at its power limit would draw that much power.
bool PowerWatch::isSlowAmongPeers(const WatchedTick& now, std::uint32_t gpu, float power) const
{
    const PeerRatio& clock = m_gpus[gpu].clock;
    if (!clock.isDifferent() || clock.recent() >= slowClock * std::min(clock.usual(), 1.0F))
        return false;
    std::vector<float> powers;
    std::vector<float> temperatures;
    const EntityRef node = now.topology->ancestor({EntityKind::Gpu, gpu}, EntityKind::Node);
    for (const EntityRef peer : now.topology->children(node)) {
        if (peer.kind != EntityKind::Gpu || peer.index == gpu || !(now.value(Utilisation, peer.index) >= busy))
            continue;
        powers.push_back(now.value(Power, peer.index));
        temperatures.push_back(now.value(Temperature, peer.index));
    }
    return powers.size() + 1 >= minPeers && now.value(Power, gpu) < power * quantile(powers, 0.5)
        && now.value(Temperature, gpu) < quantile(temperatures, 0.5) + hotter;
}

void PowerWatch::judgeClock(const WatchedTick& now, std::uint32_t gpu, Derived& out)
{
    const Gpu& known = m_gpus[gpu];
    const float clock = now.value(Clock, gpu);
    const bool isHeld = known.work.isHeld;
    if (!(clock > 0) || (known.learnedSeconds < clockSecondsToLearn && !isHeld) || now.value(Utilisation, gpu) < busy)
        return;
    const EntityRef entity{EntityKind::Gpu, gpu};
    const std::uint32_t reasons = reasonsOf(now.value(Reasons, gpu));
    const float usual = isHeld ? known.work.clock : known.baselineClock;
    const bool isSlow = clock < slowClock * usual;
    if (!isSlow && m_clocks.isEmpty())
        return;
    const bool hasReasons = !std::isnan(now.value(Reasons, gpu));
    const bool isUnlimited = hasReasons && (reasons & throttle::byPowerOrHeat) == 0;
    const bool isOfNode = isHeld && !isUnlimited;
    const bool isExplained = isCapped(now, gpu)
        || !(isUnlimited || isHeld || isSlowAmongPeers(now, gpu, hasReasons ? lessPower : morePower));
    const EpisodeRule& rule = isOfNode ? nodeClockRule : clockRule;
    const auto state = isSlow ? Episodes::State::Unclear : Episodes::State::Healthy;
    const auto news = isSlow && !isExplained ? m_clocks.found({entity}, rule, now, Severity::Warning)
                                             : m_clocks.notFound({entity}, rule, now, state);
    const auto clockText = [](float hertz) {
        return formatQuantity(static_cast<double>(hertz), Unit::Hertz);
    };
    if (news.isBad())
        out.events.push_back(
            {entity,
             {now.time,
              Severity::Warning,
              0,
              codes::gpuClock,
              fmt::format("{}: clock {}, baseline {}\n{}{}", placeText(*now.topology, entity), clockText(clock),
                          clockText(usual),
                          (reasons & throttle::applicationClocks) != 0 ? "reduced by a setting"
                              : isOfNode   ? "most GPUs of the node are slower at less power than before"
                              : hasReasons ? "not explained by power or temperature"
                                           : "the node's other GPUs draw as much power at full clock",
                          m_learned.text(entity, known.learnedSeconds)),
              {.lasted = rule.lastsAtTicksOf(now.seconds), .value = clock, .baseline = usual, .unit = Unit::Hertz}}});
    if (news.isOver())
        out.events.push_back(
            {entity,
             {now.time, Severity::Information, 0, codes::gpuClock,
              fmt::format("{}: clock back to baseline: {}", placeText(*now.topology, entity), clockText(clock))}});
}

void PowerWatch::judgeCaps(const WatchedTick& now, Derived& out)
{
    // Usually nothing is capped, and no place needs to be looked up.
    std::vector<std::uint32_t> capped;
    for (std::uint32_t gpu = 0; gpu < m_gpus.size(); ++gpu) {
        if (isCapped(now, gpu))
            capped.push_back(gpu);
    }
    if (capped.empty() && m_caps.isEmpty())
        return;
    std::map<EntityRef, Place> places;
    const auto isKnown = [&](std::uint32_t gpu) {
        return now.value(Limit, gpu) > 0 || !std::isnan(now.value(Reasons, gpu));
    };
    for (std::uint32_t gpu = 0; gpu < m_gpus.size(); ++gpu) {
        const EntityRef entity{EntityKind::Gpu, gpu};
        if (!isKnown(gpu) || !now.topology->contains(entity))
            continue;
        for (const EntityRef place :
             {knownRackOf(*now.topology, entity), now.topology->ancestor(entity, EntityKind::Node)}) {
            if (place.isValid())
                ++places[place].known;
        }
        ++places[entity].known;
    }
    for (const std::uint32_t gpu : capped) {
        const EntityRef entity{EntityKind::Gpu, gpu};
        const EntityRef ofPlaces[]
            = {knownRackOf(*now.topology, entity), now.topology->ancestor(entity, EntityKind::Node), entity};
        for (const EntityRef each : ofPlaces) {
            if (!each.isValid())
                continue;
            Place& place = places[each];
            ++place.capped;
            place.limitSum += now.value(Limit, gpu);
            place.baselineSum += m_gpus[gpu].baselineLimit;
            if (now.value(Utilisation, gpu) >= busy) {
                place.clockSum += now.value(Clock, gpu);
                ++place.clocks;
            }
        }
    }
    for (const auto& [entity, place] : places)
        reportCap(now, entity, place, out);
}

void PowerWatch::reportCap(const WatchedTick& now, EntityRef entity, const Place& place, Derived& out)
{
    const Topology& topology = *now.topology;
    const auto isMost = [](const Place& of) {
        return static_cast<float>(of.capped) >= max * static_cast<float>(of.known);
    };
    const bool isWhole = isMost(place) && place.capped > 0;
    // Parts of a reported place are not reported separately.
    for (EntityRef above = topology.parent(entity); above.isValid(); above = topology.parent(above)) {
        if (m_caps.reported({above}))
            return;
    }
    const bool isOfMany = entity.kind == EntityKind::Gpu || place.capped > 1;
    const auto news = isWhole && isOfMany
        ? m_caps.found(
            {entity},
            entity.kind == EntityKind::Rack
                ? capRule
                : EpisodeRule{.lasts = capRule.lasts + (entity.kind == EntityKind::Node ? 1 : 2), .calm = capRule.calm},
            now, Severity::Warning)
        : m_caps.notFound({entity}, capRule, now,
                          place.capped == 0 ? Episodes::State::Healthy : Episodes::State::Unclear);
    if (news.isOver())
        out.events.push_back({entity,
                              {now.time, Severity::Information, 0, codes::powerCap,
                               fmt::format("{}: power limit restored", placeText(topology, entity))}});
    if (!news.isBad())
        return;
    const auto count = static_cast<float>(place.capped);
    const bool isLimit = place.limitSum < lowered * place.baselineSum;
    const std::string what = isLimit
        ? fmt::format("limited to {} per GPU, previously {}", wattsText(place.limitSum / count),
                      wattsText(place.baselineSum / count))
        : std::string("slowed by the external power brake");
    const std::string who = entity.kind == EntityKind::Gpu ? std::string() : fmt::format("{} GPUs ", place.capped);
    const std::string clocks = place.clocks == 0
        ? std::string()
        : fmt::format(
            "\nclock {}",
            formatQuantity(static_cast<double>(place.clockSum) / static_cast<double>(place.clocks), Unit::Hertz));
    EventFields fields{.lasted = capRule.lastsAtTicksOf(now.seconds)};
    if (isLimit) {
        fields.value = place.limitSum / count;
        fields.baseline = place.baselineSum / count;
        fields.unit = Unit::Watt;
    }
    out.events.push_back(
        {entity,
         {now.time, Severity::Warning, 0, codes::powerCap,
          fmt::format("{}: {}{}{}", placeText(topology, entity), who, what, clocks), std::move(fields)}});
}

} // namespace lockstep
