// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/detect/seriesanalysis.h"

#include "models/analysis/detect/baseline/placetext.h"
#include "models/core/eventcodes.h"
#include "models/core/metrics/metricnames.h"
#include "models/store/clusterstore.h"

#include <fmt/format.h>

#include <set>
#include <string_view>
#include <utility>

namespace lockstep {

namespace {

/// The source of a series: the entity's node, otherwise the entity.
EntityRef sourceOf(const Topology& topology, EntityRef entity)
{
    const EntityRef node = topology.ancestor(entity, EntityKind::Node);
    return node.isValid() ? node : entity;
}

/// Metrics that end with their job.
constexpr std::array<std::string_view, 4> ofJobs{"gpu.train.", metrics::node::jobs, "node.nccl.", "agent."};

bool isSeriesWatched(const MetricDescriptor& metric)
{
    return metric.derivation.empty() && metric.entityKind != EntityKind::Job && metric.entityKind != EntityKind::Link
        && std::ranges::none_of(ofJobs, [&](std::string_view begin) { return metric.name.starts_with(begin); });
}

/// The latest tick with a value of each entity since the last check. Most have one in the first tick examined.
SeriesPresence examine(const ClusterStore& store, MetricId id, TickIndex tick, TickIndex window)
{
    const MetricDescriptor& metric = store.metrics().descriptor(id);
    SeriesPresence presence{metric.name, metric.entityKind, {}, window};
    presence.lastPresent.resize(store.topology()->count(metric.entityKind), SeriesPresence::never);
    std::size_t open = presence.lastPresent.size();
    for (TickIndex at = tick; open > 0 && at > tick - window && at >= 0; --at) {
        const std::span<const float> column = store.column(id, at);
        for (std::size_t entity = 0; entity < column.size() && entity < presence.lastPresent.size(); ++entity) {
            if (presence.lastPresent[entity] == SeriesPresence::never && !std::isnan(column[entity])) {
                presence.lastPresent[entity] = at;
                --open;
            }
        }
    }
    return presence;
}

} // namespace

void SeriesWatch::step(const AnalysedTick& now, const Topology& topology, std::span<const SeriesPresence> presences,
                       Derived& out)
{
    m_gone = checksUntilStopped(now.seconds);
    for (const SeriesPresence& presence : presences) {
        m_alive = std::max(m_alive, presence.window + 1); // shorter than the time after which a series counts as gone
        recordPresence(topology, presence);
    }
    for (const SeriesPresence& presence : presences)
        judge(now.tick, topology, presence);
    if (now.tick - m_lastReported < ticksBetweenChecks(now.seconds))
        return;
    m_lastReported = now.tick;
    reportStopped(now, topology, out);
}

void SeriesWatch::recordPresence(const Topology& topology, const SeriesPresence& presence)
{
    const auto note = [this](EntityRef entity, TickIndex lastPresent) {
        std::vector<TickIndex>& its = m_lastPresent[static_cast<std::size_t>(entity.kind)];
        if (its.size() <= entity.index)
            its.resize(entity.index + 1, SeriesPresence::never);
        its[entity.index] = std::max(its[entity.index], lastPresent);
    };
    for (std::uint32_t at = 0; at < presence.lastPresent.size(); ++at) {
        const EntityRef entity{presence.kind, at};
        if (presence.lastPresent[at] == SeriesPresence::never || !topology.contains(entity))
            continue;
        note(entity, presence.lastPresent[at]);
        note(sourceOf(topology, entity), presence.lastPresent[at]);
    }
}

bool SeriesWatch::isReporting(TickIndex tick, const Topology& topology, EntityRef entity) const
{
    const auto wasPresent = [&](EntityRef each) {
        const std::vector<TickIndex>& its = m_lastPresent[static_cast<std::size_t>(each.kind)];
        return each.index < its.size() && its[each.index] != SeriesPresence::never && tick - its[each.index] <= m_alive;
    };
    return wasPresent(entity) && wasPresent(sourceOf(topology, entity));
}

void SeriesWatch::judge(TickIndex tick, const Topology& topology, const SeriesPresence& presence)
{
    Series& series = m_series[presence.metric];
    if (presence.kind != series.kind || presence.lastPresent.size() < series.present.size())
        series = {}; // another cluster: restart
    series.kind = presence.kind;
    series.present.resize(presence.lastPresent.size());
    series.absent.resize(presence.lastPresent.size());
    for (std::uint32_t at = 0; at < presence.lastPresent.size(); ++at) {
        std::uint16_t& present = series.present[at];
        std::uint16_t& absent = series.absent[at];
        if (presence.lastPresent[at] != SeriesPresence::never) {
            present = std::min<std::uint16_t>(present + 1, established);
            absent = 0;
            continue;
        }
        if (present < established)
            present = 0;
        else if (!topology.contains({presence.kind, at}) || !isReporting(tick, topology, {presence.kind, at}))
            absent = absent < m_gone ? 0 : absent; // completely silent, which other detectors report
        else if (++absent >= forgotten)
            present = absent = 0;
    }
}

void SeriesWatch::reportStopped(const AnalysedTick& now, const Topology& topology, Derived& out)
{
    std::map<EntityRef, std::set<std::string_view>> missing; // metrics by source
    for (const auto& [metric, series] : m_series) {
        for (std::uint32_t at = 0; at < series.absent.size(); ++at) {
            if (series.absent[at] >= m_gone && topology.contains({series.kind, at}))
                missing[sourceOf(topology, {series.kind, at})].insert(metric);
        }
    }
    std::erase_if(m_groups, [&](const Group& group) {
        const bool isOver = std::ranges::none_of(group.sources, [&](EntityRef each) { return missing.contains(each); });
        if (isOver && topology.contains(group.place))
            out.events.push_back({group.place,
                                  {now.time, Severity::Information, 0, codes::sourceThin,
                                   fmt::format("{}: reporting all metrics again", placeText(topology, group.place))}});
        return isOver;
    });
    Group fresh;
    std::set<std::string_view> metrics;
    std::vector<std::string> names;
    for (const auto& [source, its] : missing) {
        if (std::ranges::any_of(m_groups, [&](const Group& group) {
                return std::ranges::find(group.sources, source) != group.sources.end();
            }))
            continue;
        fresh.sources.push_back(source);
        names.push_back(placeText(topology, source));
        metrics.insert(its.begin(), its.end());
    }
    if (fresh.sources.empty())
        return;
    fresh.place = fresh.sources.front();
    out.events.push_back({fresh.place,
                          {now.time,
                           Severity::Warning,
                           0,
                           codes::sourceThin,
                           fmt::format("{}: stopped reporting {}, although {} other metrics", abbreviatedList(names),
                                       abbreviatedList({metrics.begin(), metrics.end()}),
                                       names.size() == 1 ? "it reports" : "they report"),
                           {.lasted = durationOfSeconds(static_cast<double>(m_gone * ticksBetweenChecks(now.seconds))
                                                        * static_cast<double>(now.seconds))}}});
    m_groups.push_back(std::move(fresh));
}

Analysis::Task SeriesAnalysis::take(const ClusterStore& store, const ChangeSet& changes)
{
    if (changes.ticks.isEmpty() || !store.topology())
        return {};
    std::size_t floats = 0;
    for (std::uint32_t id = 0; id < store.metrics().size(); ++id)
        floats += store.topology()->count(store.metrics().descriptor(MetricId{id}).entityKind);
    const float seconds = std::chrono::duration<float>(store.tickPeriod()).count();
    const TickIndex every = SeriesWatch::ticksBetweenChecks(seconds);
    const TickRange ticks = m_ticks.take(store, floats / static_cast<std::size_t>(every));
    if (ticks.isEmpty())
        return {};
    struct Presences
    {
        TickIndex tick;
        std::vector<SeriesPresence> presences;
    };
    std::vector<Presences> all;
    for (TickIndex tick = ticks.from; tick < ticks.to; ++tick) {
        Presences& now = all.emplace_back(Presences{tick, {}});
        for (std::uint32_t id = 0; id < store.metrics().size(); ++id) {
            if (id % every != tick % every || !isSeriesWatched(store.metrics().descriptor(MetricId{id})))
                continue;
            const TickIndex spacing = m_ticks.spacing(store, MetricId{id}, tick);
            const TickIndex window = std::max(every, spacing > 1 ? (3 * spacing + 1) / 2 : 1);
            now.presences.push_back(examine(store, MetricId{id}, tick, window));
        }
    }
    return stepEach(std::move(all),
                    [topology = store.topology(), period = store.tickPeriod(),
                     seconds](SeriesWatch& watch, const Presences& now, Derived& out) {
                        watch.step({now.tick, timeOfTick(now.tick, period), seconds}, *topology, now.presences, out);
                    });
}

} // namespace lockstep
