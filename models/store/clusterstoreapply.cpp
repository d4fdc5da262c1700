// SPDX-License-Identifier: GPL-3.0-or-later
// The half of ClusterStore that takes in what has been placed.
#include "models/core/batch.h"
#include "models/core/budget.h"
#include "models/ingest/clockcorrection.h"
#include "models/store/clusterstore.h"
#include "models/store/columnstore.h"
#include "models/store/gapbook.h"
#include "models/store/reportedticks.h"

#include <algorithm>
#include <utility>

namespace lockstep {

namespace {

constexpr std::uint32_t maxSources = 1U << 20U; // an id beyond that is a mistake, not a source

} // namespace

void ClusterStore::resizeNodes(std::size_t count)
{
    if (count <= m_nodes.size())
        return;
    m_nodes.resize(count);
    m_reporting.resize(count, Reporting{m_limits.tickPeriod, {}});
}

void ClusterStore::applyPlaced(const PlacedBatch& placed, ChangeSet& changes)
{
    const Batch& batch = *placed.batch;
    if (batch.status)
        applyStatus(batch, changes);
    if (!placed.node.isValid())
        return;
    resizeNodes(placed.node.index + 1);
    m_reporting[placed.node.index].period = placed.period;
    NodeStatus& status = m_nodes[placed.node.index];
    changes.sources |= std::exchange(status.source, batch.source) != batch.source;
    if (batch.clock) {
        status.clock = batch.clock;
        changes.sources = true;
    }
    if (placed.gap) {
        status.missedTicks += placed.gap->ticks;
        bookGap(status.gaps, *placed.gap);
        changes.sources = true;
    }
    for (const Event& notice : placed.notices)
        log(placed.node, notice);
    changes.events |= !placed.notices.empty();
    if (placed.isRefused) {
        ++status.refusedTicks;
        changes.sources = true;
    }
    status.appliedShift = placed.shift;
    if (placed.tick)
        applyTick(placed, changes);
}

void ClusterStore::applyStatus(const Batch& batch, ChangeSet& changes)
{
    if (batch.source.value >= maxSources)
        return;
    if (batch.source.value >= m_sources.size())
        m_sources.resize(batch.source.value + 1);
    m_sources[batch.source.value] = *batch.status;
    changes.sources = true;
}

/// Ticks from before our clock was set back would keep out all that come now. They are in the recording.
void ClusterStore::leaveTheFuture(TimePoint received, ChangeSet& changes)
{
    const TickRange held = m_columns->ticks();
    if (held.isEmpty() || timeOfTick(held.to - 1, m_limits.tickPeriod) <= received + budget::maxAhead)
        return;
    m_columns->dropTicks();
    m_reported->clear();
    m_spanBudget.clear();
    changes.historyDropped = changes.spans = true;
}

void ClusterStore::applyTick(const PlacedBatch& placed, ChangeSet& changes)
{
    const Batch& batch = *placed.batch;
    const NodeTick& tick = *batch.tick;
    const PlacedTick& place = *placed.tick;
    NodeStatus& status = m_nodes[placed.node.index];
    if (!isReplay() && batch.received != TimePoint{})
        leaveTheFuture(batch.received, changes);
    m_firstTick = std::min(m_firstTick.value_or(place.time), place.time);

    // The newest values are kept wherever columns come from.
    for (const PlacementRun& run : place.runs())
        m_columns->reserve(run.metric, run.firstEntity + run.count);
    if (m_columnSource == Source::LiveAndCold) {
        m_reported->note(place.index, placed.node.index);
        if (m_columns->write(place.index, place.runs(), tick.values))
            changes.includeTick(place.index);
        else
            ++status.unplacedTicks;
    }
    changes.sources |= std::exchange(status.freshness, Freshness::Live) != Freshness::Live;
    status.overdueTicks = 0;
    const bool wasSetBack = status.lastReceived > placed.received + budget::maxAhead; // our clock
    status.lastReceived = wasSetBack ? placed.received : std::max(status.lastReceived, placed.received);
    if (place.order == TickOrder::Newest) {
        m_columns->writeLatest(place.runs(), tick.values);
        status.lastTick = tick.time;
        const Duration offset = status.clock ? status.clock->offset : placed.shift;
        changes.newestSample = std::max(changes.newestSample, shifted(tick.time, offset));
    }
    if (place.placement) {
        for (const EntityRef entity : place.placement->clusterScoped())
            m_reporters[entity] = placed.node.index;
    }
    if (place.order == TickOrder::Repeated)
        return;
    ++status.ticks;
    m_samplesApplied += tick.values.size();
    applySpansAndEvents(placed, changes);
}

void ClusterStore::applySpansAndEvents(const PlacedBatch& placed, ChangeSet& changes)
{
    const NodeTick& tick = *placed.batch->tick;
    const PlacedTick& place = *placed.tick;
    for (Span span : tick.spans) {
        span.start = shifted(span.start, placed.shift);
        span.end = shifted(span.end, placed.shift);
        m_spans.add(place.entity(span.entity, placed.node), span, place.nameIds());
    }
    m_spans.endBatch();
    EventQuota& quota = m_reporting[placed.node.index].events;
    for (Event event : tick.events) {
        event.time = shifted(event.time, placed.shift);
        if (isReplay() || quota.admit(placed.received))
            log(place.entity(event.entity, placed.node), std::move(event));
    }
    if (auto leftOut = quota.notice(placed.received))
        log(placed.node, *std::move(leftOut));
    changes.spans |= !tick.spans.empty();
    changes.events |= !tick.events.empty();
}

ChangeSet ClusterStore::applyDerived(const Derived& derived)
{
    ChangeSet changes;
    for (const DerivedColumn& column : derived.columns) {
        const std::size_t entities = m_topology->count(column.metric.entityKind);
        const TickRange held = m_columns->ticks();
        const bool isHeld = held.contains(column.tick);
        const bool isPast = column.tick < held.from && !column.latest.empty();
        if ((!isHeld && !isPast) || entities == 0)
            continue;
        const std::size_t metricsBefore = m_metrics.size();
        const MetricId metric = m_metrics.add(column.metric);
        changes.metrics |= m_metrics.size() != metricsBefore;
        if (m_metrics.descriptor(metric).entityKind != column.metric.entityKind)
            continue;
        m_columns->reserve(metric, static_cast<std::uint32_t>(entities));
        const auto count = static_cast<std::uint32_t>(std::min(column.values.size(), entities));
        const PlacementRun run{metric, 0, count, 0};
        const auto& latest = column.latest.empty() ? column.values : column.latest;
        m_columns->replaceLatest(metric, std::span(latest).first(std::min(latest.size(), entities)));
        if (!isHeld)
            continue;
        m_columns->write(column.tick, {&run, 1}, column.values);
        changes.includeTick(column.tick);
    }
    computePointwise(changes);
    const bool isOfRecording = isReplay() && m_spanSource != nullptr;
    for (const DerivedEvent& found : derived.events) {
        if (isOfRecording)
            addRecordedEvent(found);
        log(found.entity, found.event);
    }
    judgeEvents();
    changes.events |= !derived.events.empty();
    return changes;
}

} // namespace lockstep
