// SPDX-License-Identifier: GPL-3.0-or-later
// The half of ClusterStore that takes batches in.
#include "models/core/batch.h"
#include "models/core/budget.h"
#include "models/core/eventcodes.h"
#include "models/store/clusterstore.h"
#include "models/store/columnstore.h"
#include "models/store/gapbook.h"
#include "models/store/nodeintake.h"
#include "models/store/reportedticks.h"

#include <algorithm>
#include <utility>

namespace lockstep {

namespace {

constexpr std::uint64_t mostTicksOfGap = 1'000'000; // a clock that was set by years loses no more
constexpr std::uint32_t mostSources = 1U << 20U; // an id beyond that is a mistake, not a source

Duration sanePeriod(Duration period)
{
    return std::clamp<Duration>(period, std::chrono::milliseconds(1), std::chrono::hours(1));
}

} // namespace

ClusterStore::NodeIntake& ClusterStore::intakeAt(EntityRef node)
{
    if (node.index >= m_nodes.size()) {
        m_nodes.resize(node.index + 1);
        m_intakes.resize(node.index + 1);
    }
    std::unique_ptr<NodeIntake>& intake = m_intakes[node.index];
    if (!intake) {
        intake = std::make_unique<NodeIntake>();
        intake->node = node;
        intake->period = m_limits.tickPeriod;
    }
    return *intake;
}

ClusterStore::NodeIntake& ClusterStore::intakeOf(const std::string& node)
{
    const auto known = m_nodeByName.find(node);
    if (known != m_nodeByName.end())
        return intakeAt({EntityKind::Node, known->second});
    // It speaks before it introduced itself: its name is all that it has said so far.
    auto identity = std::make_shared<NodeIdentity>();
    identity->name = node;
    const EntityRef ref = m_builder.describeNode(std::move(identity));
    m_nodeByName.emplace(node, ref.index);
    return intakeAt(ref);
}

void ClusterStore::applyOne(const Batch& batch, ChangeSet& changes)
{
    if (batch.status)
        applyStatus(batch, changes);
    if (batch.identity)
        applyIdentity(batch);
    if (batch.node.empty())
        return;
    NodeIntake& intake = intakeOf(batch.node);
    NodeStatus& status = m_nodes[intake.node.index];
    changes.sources |= std::exchange(status.source, batch.source) != batch.source;
    if (batch.names)
        applyNames(batch, intake, changes);
    if (batch.clock) {
        status.clock = batch.clock;
        changes.sources = true;
    }
    if (batch.gap)
        applyGap(batch, changes);
    if (batch.tick)
        applyTick(batch, changes);
}

void ClusterStore::applyNames(const Batch& batch, NodeIntake& intake, ChangeSet& changes)
{
    const std::uint64_t refused = intake.mapNames(batch.names, batch.source, m_spans.names());
    if (refused == 0 || std::exchange(intake.hasToldNames, true))
        return;
    log(intake.node,
        {std::max(batch.received, m_now), Severity::Warning, 0, codes::storeNamesFull,
         fmt::format(
             "brings more names of lanes, operations and jobs than its share of {}: {} of them, and all further "
             "ones, read {}",
             NameTable::capacity, refused, NameTable::overflowName)});
    changes.events = true;
}

void ClusterStore::applyStatus(const Batch& batch, ChangeSet& changes)
{
    if (batch.source.value >= mostSources)
        return;
    if (batch.source.value >= m_sources.size())
        m_sources.resize(batch.source.value + 1);
    m_sources[batch.source.value] = *batch.status;
    changes.sources = true;
}

void ClusterStore::applyIdentity(const Batch& batch)
{
    if (batch.identity->name.empty())
        return;
    const EntityRef node = m_builder.describeNode(batch.identity);
    m_nodeByName.emplace(batch.identity->name, node.index);
    NodeIntake& intake = intakeAt(node);
    intake.startEpoch(batch.identity->epoch);
    intake.period = sanePeriod(batch.identity->tickPeriod);
}

void ClusterStore::applyGap(const Batch& batch, ChangeSet& changes)
{
    const NodeIntake& intake = intakeOf(batch.node);
    NodeStatus& status = m_nodes[intake.node.index];
    Gap gap = *batch.gap;
    // An agent that started anew does not know how many were due while it was away; its period says so.
    if (gap.ticks == 0)
        gap.ticks = std::min(static_cast<std::uint64_t>(std::max(gap.range.length(), Duration(0)) / intake.period),
                             mostTicksOfGap);
    status.missedTicks += gap.ticks;
    // Who reports lost ticks need not know how long a tick is.
    const auto ticks = static_cast<std::int64_t>(std::clamp<std::uint64_t>(gap.ticks, 1, mostTicksOfGap));
    gap.range.to = std::max(gap.range.to, shifted(gap.range.from, -ticks * intake.period));
    gap.range = {shifted(gap.range.from, status.appliedShift), shifted(gap.range.to, status.appliedShift)};
    bookGap(status.gaps, std::move(gap));
    changes.sources = true;
}

const LayoutPlacement& ClusterStore::placementOf(NodeIntake& intake, const Batch& batch, ChangeSet& changes)
{
    const NodeTick& tick = *batch.tick;
    auto& placements = intake.placements;
    const auto known = std::ranges::find_if(placements, [&](const auto& each) { return each.isFor(tick.layout); });
    if (known != placements.end()) {
        std::rotate(placements.begin(), known, known + 1);
        return placements.front();
    }
    const std::size_t metricsBefore = m_metrics.size();
    placements.emplace(placements.begin(), tick.layout, intake.node, batch.source, m_builder, m_metrics, m_quota);
    if (placements.size() > NodeIntake::keptPlacements)
        placements.pop_back();
    changes.metrics |= m_metrics.size() != metricsBefore;
    for (const PlacementRun& run : placements.front().runs())
        m_columns->reserve(run.metric, run.firstEntity + run.count);
    for (Event& complaint : placements.front().complaints(batch.node, tick.time)) {
        log(intake.node, std::move(complaint));
        changes.events = true;
    }
    return placements.front();
}

bool ClusterStore::refusesAsAhead(NodeIntake& intake, const Batch& batch, TimePoint time, ChangeSet& changes)
{
    if (isReplay() || !intake.ahead.refuses(time, batch.received))
        return false;
    ++m_nodes[intake.node.index].refusedTicks;
    if (std::optional<Event> news = intake.ahead.news(batch.node, batch.received)) {
        log(intake.node, std::move(*news));
        changes.events = true;
    }
    changes.sources = true;
    return true;
}

/// Ticks from before our clock was set back would keep out all that come now. They are in the recording.
void ClusterStore::leaveTheFuture(TimePoint received, ChangeSet& changes)
{
    const TickRange held = m_columns->ticks();
    if (held.isEmpty() || timeOfTick(held.to - 1, m_limits.tickPeriod) <= received + budget::mostAhead)
        return;
    m_columns->dropTicks();
    m_reported->clear();
    m_spanBudget.clear();
    changes.historyDropped = changes.spans = true;
}

void ClusterStore::applyTick(const Batch& batch, ChangeSet& changes)
{
    const NodeTick& tick = *batch.tick;
    NodeIntake& intake = intakeOf(batch.node);
    NodeStatus& status = m_nodes[intake.node.index];
    const TimePoint received = batch.received == TimePoint{} ? m_now : batch.received;
    status.appliedShift = intake.correction.shiftFor(tick.time, received, status.clock, m_limits.tickPeriod);
    const TimePoint time = shifted(tick.time, status.appliedShift);
    if (refusesAsAhead(intake, batch, time, changes))
        return;
    if (!isReplay() && batch.received != TimePoint{})
        leaveTheFuture(batch.received, changes);
    const LayoutPlacement* const placement = tick.layout ? &placementOf(intake, batch, changes) : nullptr;
    const auto runs = placement ? placement->runs() : std::span<const PlacementRun>();

    const TickIndex index = tickIndexOf(time, m_limits.tickPeriod);
    m_firstTick = std::min(m_firstTick.value_or(time), time);
    const NodeIntake::Order order = intake.noteTick(batch.sequence, tick.time, status.lastTick);

    const bool takesColumns = m_columnSource == Source::LiveAndCold;
    if (takesColumns)
        m_reported->note(index, intake.node.index);
    if (takesColumns && m_columns->write(index, runs, tick.values))
        changes.includeTick(index);
    else if (takesColumns)
        ++status.unplacedTicks;
    changes.sources |= std::exchange(status.freshness, Freshness::Live) != Freshness::Live;
    status.overdueTicks = 0;
    const bool wasSetBack = status.lastReceived > received + budget::mostAhead; // our clock
    status.lastReceived = wasSetBack ? received : std::max(status.lastReceived, received);
    if (order == NodeIntake::Order::Newest) {
        m_columns->writeLatest(runs, tick.values);
        status.lastTick = tick.time;
        const Duration offset = status.clock ? status.clock->offset : status.appliedShift;
        changes.newestSample = std::max(changes.newestSample, shifted(tick.time, offset));
    }
    if (placement) {
        for (const EntityRef entity : placement->clusterScoped())
            m_reporters[entity] = intake.node.index;
    }
    if (order == NodeIntake::Order::Repeated)
        return;
    ++status.ticks;
    m_samplesApplied += tick.values.size();
    applyHappenings(batch, intake, placement, status.appliedShift, changes);
}

void ClusterStore::applyHappenings(const Batch& batch, NodeIntake& intake, const LayoutPlacement* placement,
                                   Duration shift, ChangeSet& changes)
{
    const NodeTick& tick = *batch.tick;
    const TimePoint received = batch.received == TimePoint{} ? m_now : batch.received;
    const auto entityAt = [&](std::uint32_t at) {
        return placement ? placement->entity(at) : intake.node;
    };
    for (Span span : tick.spans) {
        span.start = shifted(span.start, shift);
        span.end = shifted(span.end, shift);
        m_spans.add(entityAt(span.entity), span, intake.nameIds);
    }
    m_spans.endBatch();
    for (Event event : tick.events) {
        event.time = shifted(event.time, shift);
        if (isReplay() || intake.events.admit(received))
            log(entityAt(event.entity), std::move(event));
    }
    if (auto leftOut = intake.events.notice(received))
        log(intake.node, *std::move(leftOut));
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
    for (const DerivedEvent& found : derived.events)
        log(found.entity, found.event);
    judgeEvents();
    changes.events |= !derived.events.empty();
    return changes;
}

} // namespace lockstep
