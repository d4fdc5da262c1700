// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/header/metricsummary.h"

#include "models/core/topology/topology.h"
#include "models/view/cursorvalues.h"
#include "widgets/panels/header/headerfigures.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace lockstep {

namespace {

enum class Take { All, LiveOnly };

/// A link of a GPU or of a switch on a node's board: its traffic is none of the network's.
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
        if (std::isnan(values[index]) || (take == Take::LiveOnly && store.freshness(entity) != Freshness::Live))
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

} // namespace

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
