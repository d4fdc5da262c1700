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
SeriesLook examine(const ClusterStore& store, MetricId id, TickIndex tick, TickIndex window)
{
    const MetricDescriptor& metric = store.metrics().descriptor(id);
    SeriesLook look{metric.name, metric.entityKind, {}, window};
    look.heard.resize(store.topology()->count(metric.entityKind), SeriesLook::never);
    std::size_t open = look.heard.size();
    for (TickIndex at = tick; open > 0 && at > tick - window && at >= 0; --at) {
        const std::span<const float> column = store.column(id, at);
        for (std::size_t entity = 0; entity < column.size() && entity < look.heard.size(); ++entity) {
            if (look.heard[entity] == SeriesLook::never && !std::isnan(column[entity])) {
                look.heard[entity] = at;
                --open;
            }
        }
    }
    return look;
}

} // namespace

void SeriesWatch::step(Episodes::Moment now, const Topology& topology, std::span<const SeriesLook> looks, Derived& out)
{
    m_gone = checksUntilGone(now.seconds);
    for (const SeriesLook& look : looks) {
        m_alive = std::max(m_alive, look.window + 1); // less than the time after which a series counts as gone
        hear(topology, look);
    }
    for (const SeriesLook& look : looks)
        judge(now.tick, topology, look);
    if (now.tick - m_lastReported < ticksBetweenLooks(now.seconds))
        return;
    m_lastReported = now.tick;
    tell(now, topology, out);
}

void SeriesWatch::hear(const Topology& topology, const SeriesLook& look)
{
    const auto note = [this](EntityRef entity, TickIndex heard) {
        std::vector<TickIndex>& its = m_heard[static_cast<std::size_t>(entity.kind)];
        if (its.size() <= entity.index)
            its.resize(entity.index + 1, SeriesLook::never);
        its[entity.index] = std::max(its[entity.index], heard);
    };
    for (std::uint32_t at = 0; at < look.heard.size(); ++at) {
        const EntityRef entity{look.kind, at};
        if (look.heard[at] == SeriesLook::never || !topology.contains(entity))
            continue;
        note(entity, look.heard[at]);
        note(sourceOf(topology, entity), look.heard[at]);
    }
}

bool SeriesWatch::isReporting(TickIndex tick, const Topology& topology, EntityRef entity) const
{
    const auto isHeard = [&](EntityRef each) {
        const std::vector<TickIndex>& its = m_heard[static_cast<std::size_t>(each.kind)];
        return each.index < its.size() && its[each.index] != SeriesLook::never && tick - its[each.index] <= m_alive;
    };
    return isHeard(entity) && isHeard(sourceOf(topology, entity));
}

void SeriesWatch::judge(TickIndex tick, const Topology& topology, const SeriesLook& look)
{
    Series& series = m_series[look.metric];
    if (look.kind != series.kind || look.heard.size() < series.present.size())
        series = {}; // another cluster: restart
    series.kind = look.kind;
    series.present.resize(look.heard.size());
    series.absent.resize(look.heard.size());
    for (std::uint32_t at = 0; at < look.heard.size(); ++at) {
        std::uint16_t& present = series.present[at];
        std::uint16_t& absent = series.absent[at];
        if (look.heard[at] != SeriesLook::never) {
            present = std::min<std::uint16_t>(present + 1, established);
            absent = 0;
            continue;
        }
        if (present < established)
            present = 0;
        else if (!topology.contains({look.kind, at}) || !isReporting(tick, topology, {look.kind, at}))
            absent = absent < m_gone ? 0 : absent; // silent altogether: other detectors report it
        else if (++absent >= forgotten)
            present = absent = 0;
    }
}

void SeriesWatch::tell(Episodes::Moment now, const Topology& topology, Derived& out)
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
                                   fmt::format("{}: all metrics report again", placeText(topology, group.place))}});
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
    out.events.push_back(
        {fresh.place,
         {now.time,
          Severity::Warning,
          0,
          codes::sourceThin,
          fmt::format("{}: stopped reporting {}, although {} other metrics", someOf(names),
                      someOf({metrics.begin(), metrics.end()}), names.size() == 1 ? "it reports" : "they report"),
          {.lasted = durationOfSeconds(static_cast<double>(m_gone * ticksBetweenLooks(now.seconds))
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
    const TickIndex every = SeriesWatch::ticksBetweenLooks(seconds);
    const TickRange ticks = m_ticks.take(store, floats / static_cast<std::size_t>(every));
    if (ticks.isEmpty())
        return {};
    struct Looks
    {
        TickIndex tick;
        std::vector<SeriesLook> looks;
    };
    std::vector<Looks> all;
    for (TickIndex tick = ticks.from; tick < ticks.to; ++tick) {
        Looks& now = all.emplace_back(Looks{tick, {}});
        for (std::uint32_t id = 0; id < store.metrics().size(); ++id) {
            if (id % every != tick % every || !isSeriesWatched(store.metrics().descriptor(MetricId{id})))
                continue;
            const TickIndex spacing = m_ticks.spacing(store, MetricId{id}, tick);
            const TickIndex window = std::max(every, spacing > 1 ? (3 * spacing + 1) / 2 : 1);
            now.looks.push_back(examine(store, MetricId{id}, tick, window));
        }
    }
    return stepEach(std::move(all),
                    [topology = store.topology(), period = store.tickPeriod(),
                     seconds](SeriesWatch& watch, const Looks& now, Derived& out) {
                        watch.step({now.tick, timeOfTick(now.tick, period), seconds}, *topology, now.looks, out);
                    });
}

} // namespace lockstep
