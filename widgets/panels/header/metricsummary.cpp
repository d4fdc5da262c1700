// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/header/metricsummary.h"

#include "models/core/topology/topology.h"
#include "models/view/cursorvalues.h"
#include "widgets/panels/header/headerfigures.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

namespace lockstep {

namespace {

enum class Take { All, LiveOnly };

/// Links of GPUs or on-board switches, whose traffic does not count as network traffic.
bool isWithinNode(const Topology& topology, EntityRef entity)
{
    if (entity.kind != EntityKind::Port || !topology.contains(entity))
        return false;
    const EntityRef owner = topology.parent(entity);
    return owner.isValid() && owner.kind != EntityKind::Node && topology.ancestor(owner, EntityKind::Node).isValid();
}

MetricSummary summariseValues(const ClusterStore& store, MetricId metric, std::span<const float> values, Take take)
{
    MetricSummary summary;
    summary.metric = metric;
    const EntityKind kind = store.metrics().descriptor(metric).entityKind;
    for (std::uint32_t index = 0; index < values.size(); ++index) {
        const EntityRef entity{kind, index};
        // Computed values of jobs and the cluster have no node.
        if (std::isnan(values[index]) || (take == Take::LiveOnly && store.freshness(entity) == Freshness::Stale))
            continue;
        if (isWithinNode(*store.topology(), entity))
            continue;
        summary.sum += values[index];
        if (summary.count == 0 || values[index] > summary.highest) {
            summary.highest = values[index];
            summary.highestAt = entity;
        }
        ++summary.count;
    }
    return summary;
}

/// NaN if an entity has no value in any of these ticks.
std::vector<float> meansOver(const ClusterStore& store, MetricId metric, TickRange ticks)
{
    std::vector<double> sums;
    std::vector<std::uint32_t> counts;
    for (TickIndex tick = ticks.from; tick < ticks.to; ++tick) {
        const std::span<const float> values = store.column(metric, tick);
        sums.resize(std::max(sums.size(), values.size()));
        counts.resize(sums.size());
        for (std::size_t index = 0; index < values.size(); ++index) {
            sums[index] += std::isnan(values[index]) ? 0 : values[index];
            counts[index] += std::isnan(values[index]) ? 0 : 1;
        }
    }
    std::vector<float> means(sums.size(), noData);
    for (std::size_t index = 0; index < means.size(); ++index) {
        if (counts[index] > 0)
            means[index] = static_cast<float>(sums[index] / counts[index]);
    }
    return means;
}

} // namespace

MetricSummary summariseMeans(const ClusterStore& store, std::string_view metric, const HeaderMoment& moment)
{
    MetricSummary atMoment = summarise(store, metric, moment);
    const TickIndex length = meanWindow / store.tickPeriod();
    if (!atMoment.hasData() || atMoment.isStale || length < 2)
        return atMoment;
    const TickIndex end = moment.isFollowing ? store.ticks().to : tickAt(store, moment.cursor) + 1;
    MetricSummary mean = summariseValues(store, atMoment.metric, meansOver(store, atMoment.metric, {end - length, end}),
                                         moment.isFollowing ? Take::LiveOnly : Take::All);
    mean.isOverWindow = mean.hasData();
    return mean.hasData() ? mean : atMoment;
}

MetricSummary summariseSteps(const ClusterStore& store, std::string_view metric, HeaderMoment moment)
{
    const TimePoint earliest = moment.cursor - std::chrono::minutes(5);
    MetricSummary summary = summarise(store, metric, moment);
    while (!moment.isFollowing && !summary.hasData() && moment.cursor > earliest) {
        moment.cursor -= store.tickPeriod();
        summary = summarise(store, metric, moment);
    }
    return summary;
}

MetricSummary summarise(const ClusterStore& store, std::string_view metric, const HeaderMoment& moment)
{
    const MetricId id = store.metrics().find(metric);
    if (!id.isValid())
        return {};
    if (!moment.isFollowing)
        return summariseValues(store, id, valuesAt(store, id, tickAt(store, moment.cursor)), Take::All);
    MetricSummary live = summariseValues(store, id, store.latest(id), Take::LiveOnly);
    if (live.hasData())
        return live;
    MetricSummary last = summariseValues(store, id, store.latest(id), Take::All);
    last.isStale = last.hasData();
    return last;
}

} // namespace lockstep
