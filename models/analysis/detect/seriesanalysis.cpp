// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/detect/seriesanalysis.h"

#include "models/core/metrics/metricnames.h"
#include "models/store/clusterstore.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <string_view>
#include <utility>

namespace lockstep {

namespace {

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
    using Looks = std::pair<TickIndex, std::vector<SeriesLook>>;
    auto all = std::make_shared<std::vector<Looks>>();
    for (TickIndex tick = ticks.from; tick < ticks.to; ++tick) {
        Looks& looks = all->emplace_back(tick, std::vector<SeriesLook>());
        for (std::uint32_t id = 0; id < store.metrics().size(); ++id) {
            if (id % every != tick % every || !isSeriesWatched(store.metrics().descriptor(MetricId{id})))
                continue;
            const TickIndex spacing = m_ticks.spacing(store, MetricId{id}, tick);
            const TickIndex window = std::max(every, spacing > 1 ? (3 * spacing + 1) / 2 : 1);
            looks.second.push_back(examine(store, MetricId{id}, tick, window));
        }
    }
    return [this, all, topology = store.topology(), period = store.tickPeriod(), seconds, hasMore = m_ticks.hasMore()] {
        Result result;
        result.hasMore = hasMore;
        for (const auto& [tick, looks] : *all) {
            if (tick <= m_lastTick)
                m_watch = SeriesWatch(); // time has restarted
            m_lastTick = tick;
            m_watch.step({tick, timeOfTick(tick, period), seconds}, *topology, looks, result.derived);
        }
        return result;
    };
}

} // namespace lockstep
