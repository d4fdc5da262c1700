// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/detect/clockanalysis.h"

#include "models/analysis/detect/baseline/placetext.h"
#include "models/core/eventcodes.h"
#include "models/core/median.h"
#include "models/core/units.h"
#include "models/store/clusterstore.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

namespace lockstep {

namespace {

double inSeconds(Duration duration)
{
    return std::chrono::duration<double>(duration).count();
}

std::string millisecondsText(Duration duration)
{
    return formatQuantity(std::chrono::duration<double>(std::chrono::abs(duration)).count(), Unit::Seconds);
}

/// Whether the clock was set in between.
bool isJump(const ClockOffset& before, const ClockOffset& now)
{
    return std::chrono::abs(now.offset - before.offset) > ClockAnalysis::jump + now.uncertainty + before.uncertainty;
}

/// A single clock cannot be compared with others.
Duration poorFrom(const ClockAnalysis::Clocks& clocks)
{
    std::vector<Duration> known;
    for (const auto& clock : clocks) {
        if (clock)
            known.push_back(clock->uncertainty);
    }
    if (known.size() < 3)
        return ClockAnalysis::poor;
    return std::max(ClockAnalysis::poor,
                    std::chrono::duration_cast<Duration>(upperMedian(known) * ClockAnalysis::outlierFactor));
}

} // namespace

const DriftWatch::Drifts& DriftWatch::step(TimePoint now, std::span<const std::optional<ClockOffset>> clocks)
{
    m_estimates.resize(std::max(m_estimates.size(), clocks.size()));
    for (std::size_t node = 0; node < clocks.size(); ++node) {
        std::deque<Estimate>& estimates = m_estimates[node];
        if (!clocks[node])
            continue;
        const ClockOffset& clock = *clocks[node];
        const ClockOffset& before = estimates.empty() ? clock : estimates.back().clock;
        const double unsure = beyondUncertainty * inSeconds(std::max(clock.uncertainty, before.uncertainty));
        const double moved = std::abs(inSeconds(clock.offset - before.offset));
        if (!estimates.empty() && moved <= unsure) {
            if (moved <= unsure / 4)
                estimates.back().stillUntil = now;
            continue;
        }
        if (isJump(before, clock))
            estimates.clear();
        estimates.push_back({now, clock, now});
        if (estimates.size() > kept)
            estimates.pop_front();
    }
    const double usual = baselineRate();
    m_drifts.assign(m_estimates.size(), std::nullopt);
    for (std::size_t node = 0; node < m_estimates.size(); ++node) {
        if (m_estimates[node].size() > steps)
            m_drifts[node] = driftOf(m_estimates[node], usual, now);
    }
    return m_drifts;
}

/// Rate of most nodes. If it is not zero, the local clock drifts. With two nodes, it is unclear which one is right.
double DriftWatch::baselineRate() const
{
    std::vector<double> rates;
    for (const std::deque<Estimate>& estimates : m_estimates) {
        if (estimates.empty())
            continue;
        const double moved = inSeconds(estimates.back().clock.offset - estimates.front().clock.offset);
        const double passed = inSeconds(estimates.back().time - estimates.front().time);
        rates.push_back(passed > 0 ? moved / passed : 0);
    }
    if (rates.size() < 3)
        return 0;
    return upperMedian(rates);
}

std::optional<DriftWatch::Drift> DriftWatch::driftOf(const std::deque<Estimate>& estimates, double baselineRate,
                                                     TimePoint now) const
{
    std::size_t gone = 0;
    double direction = 0;
    for (std::size_t to = estimates.size() - 1; to > 0; --to, ++gone) {
        const Estimate& before = estimates[to - 1];
        const Estimate& after = estimates[to];
        const double passed = inSeconds(after.time - before.time);
        const double by = inSeconds(after.clock.offset - before.clock.offset) - baselineRate * passed;
        const bool isAway = std::abs(inSeconds(after.clock.offset)) >= std::abs(inSeconds(before.clock.offset));
        if (by * direction < 0 || !isAway || std::abs(by) < minRate * passed)
            break;
        direction = by;
    }
    if (gone < steps)
        return {};
    const Estimate& first = estimates[estimates.size() - 1 - gone];
    const Estimate& last = estimates.back();
    const Duration since = last.time - first.stillUntil;
    if (now - last.time > 2 * since / static_cast<std::int64_t>(gone) + probesApart)
        return {}; // the drift has stopped
    const double moved = inSeconds(last.clock.offset - first.clock.offset);
    return Drift{moved / std::max(inSeconds(since), 1e-3) - baselineRate, since};
}

Analysis::Task ClockAnalysis::take(const ClusterStore& store, [[maybe_unused]] const ChangeSet& changes)
{
    const TickIndex tick = tickIndexOf(store.now(), store.tickPeriod());
    if (!store.topology() || std::exchange(m_lastTick, tick) == tick)
        return {};
    auto clocks = std::make_shared<Clocks>();
    for (std::uint32_t node = 0; node < store.topology()->count(EntityKind::Node); ++node) {
        const NodeStatus& status = store.node({EntityKind::Node, node});
        clocks->push_back(status.freshness == Freshness::Live ? status.clock : std::nullopt);
    }
    const float seconds = std::chrono::duration<float>(store.tickPeriod()).count();
    return [this, clocks, moment = AnalysedTick{tick, store.now(), seconds}, topology = store.topology()] {
        Result result;
        step(moment, *topology, *clocks, result.derived);
        return result;
    };
}

void ClockAnalysis::step(const AnalysedTick& now, const Topology& topology, const Clocks& clocks, Derived& out)
{
    reportUncertainClocks(now, topology, clocks, out);
    reportDrifts(now, topology, clocks, out);
    reportJumps(now, topology, clocks, out);
    m_before.resize(clocks.size());
    for (std::size_t node = 0; node < clocks.size(); ++node) {
        if (clocks[node])
            m_before[node] = clocks[node];
    }
}

void ClockAnalysis::reportUncertainClocks(const AnalysedTick& now, const Topology& topology, const Clocks& clocks,
                                          Derived& out)
{
    const Duration limit = poorFrom(clocks);
    for (std::uint32_t node = 0; node < clocks.size(); ++node) {
        const EntityRef entity{EntityKind::Node, node};
        if (!clocks[node])
            continue; // missing data is neither good nor bad
        const bool isPoor = clocks[node]->uncertainty > limit;
        const auto news = isPoor ? m_episodes.found({entity}, rule, now, Severity::Warning)
                                 : m_episodes.notFound({entity}, rule, now);
        if (!news.isBad() && !news.isOver())
            continue;
        const std::string text = news.isOver()
            ? fmt::format("{}: clock uncertainty back to ±{}", placeText(topology, entity),
                          millisecondsText(clocks[node]->uncertainty))
            : fmt::format(
                "{}: clock uncertainty ±{}\nevents on different nodes that are closer together cannot be put in order",
                placeText(topology, entity), millisecondsText(clocks[node]->uncertainty));
        const Severity severity = news.isOver() ? Severity::Information : Severity::Warning;
        out.events.push_back({entity, {now.time, severity, 0, codes::clockUncertain, text}});
    }
}

void ClockAnalysis::reportDrifts(const AnalysedTick& now, const Topology& topology, const Clocks& clocks, Derived& out)
{
    const DriftWatch::Drifts& drifts = m_drifts.step(now.time, clocks);
    for (std::uint32_t node = 0; node < clocks.size(); ++node) {
        const EntityRef entity{EntityKind::Node, node};
        if (!clocks[node])
            continue; // missing data is neither good nor bad
        const std::optional<DriftWatch::Drift>& drift = drifts[node];
        const auto news = drift ? m_driftEpisodes.found({entity}, driftRule, now, Severity::Warning)
                                : m_driftEpisodes.notFound({entity}, driftRule, now);
        if (news.isOver())
            out.events.push_back({entity,
                                  {now.time, Severity::Information, 0, codes::clockDrift,
                                   fmt::format("{}: clock no longer drifting, offset {}", placeText(topology, entity),
                                               millisecondsText(clocks[node]->offset))}});
        if (!drift || !news.isBad())
            continue;
        constexpr double secondsAMinute = 60;
        const auto aMinute = durationOfSeconds(drift->rate * secondsAMinute);
        out.events.push_back({entity,
                              {now.time,
                               Severity::Warning,
                               0,
                               codes::clockDrift,
                               fmt::format("{}: clock {} {} per minute, offset {}", placeText(topology, entity),
                                           drift->rate > 0 ? "gains" : "loses", millisecondsText(aMinute),
                                           millisecondsText(clocks[node]->offset)),
                               {.lasted = drift->since,
                                .value = std::chrono::duration<double>(clocks[node]->offset).count(),
                                .unit = Unit::Seconds}}});
    }
}

void ClockAnalysis::reportJumps(const AnalysedTick& now, const Topology& topology, const Clocks& clocks, Derived& out)
{
    std::vector<std::string> names;
    EntityRef furthest;
    Duration by{};
    std::size_t compared = 0;
    for (std::uint32_t node = 0; node < std::min(clocks.size(), m_before.size()); ++node) {
        if (!clocks[node] || !m_before[node])
            continue;
        ++compared;
        const Duration moved = clocks[node]->offset - m_before[node]->offset;
        if (!isJump(*m_before[node], *clocks[node]))
            continue;
        const EntityRef entity{EntityKind::Node, node};
        names.push_back(placeText(topology, entity));
        if (std::chrono::abs(moved) > std::chrono::abs(by)) {
            by = moved;
            furthest = entity;
        }
    }
    if (names.empty())
        return;
    const bool isOurs = names.size() > 2 && 2 * names.size() > compared;
    const std::string text = names.size() == 1
        ? fmt::format("{}: clock was set {} by {}", names.front(), by > Duration(0) ? "forward" : "back",
                      millisecondsText(by))
        : fmt::format("The clocks of {} jumped by up to {} at the same time{}", abbreviatedList(names),
                      millisecondsText(by), isOurs ? ": the clock of this machine was set" : "");
    out.events.push_back({furthest, {now.time, Severity::Warning, 0, codes::clockSet, text}});
}

} // namespace lockstep
