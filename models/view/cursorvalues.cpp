// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/view/cursorvalues.h"

#include "models/view/time/timewindow.h"

namespace lockstep {

TickIndex tickAt(const ClusterStore& store, TimePoint time)
{
    const TickIndex tick = tickIndexOf(time, store.tickPeriod());
    return tick == store.ticks().to ? tick - 1 : tick;
}

std::optional<TickIndex> tickAtCursor(const ClusterStore& store, const TimeWindow& time)
{
    return time.isFollowing() ? std::nullopt : std::optional(tickAt(store, time.cursor()));
}

TickIndex newestOr(const ClusterStore& store, std::optional<TickIndex> tick)
{
    return tick.value_or(store.ticks().to - 1);
}

std::span<const float> valuesAt(const ClusterStore& store, MetricId metric, std::optional<TickIndex> tick)
{
    return tick ? store.column(metric, *tick) : store.latest(metric);
}

float valueAt(const ClusterStore& store, MetricId metric, EntityRef entity, std::optional<TickIndex> tick)
{
    if (!metric.isValid() || store.metrics().descriptor(metric).entityKind != entity.kind)
        return noData;
    if (!tick && store.freshness(entity) != Freshness::Live)
        return noData;
    const std::span<const float> values = valuesAt(store, metric, tick);
    return entity.index < values.size() ? values[entity.index] : noData;
}

} // namespace lockstep
