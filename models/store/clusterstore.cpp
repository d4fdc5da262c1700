// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/clusterstore.h"

#include "models/core/batch.h"
#include "models/core/budget.h"
#include "models/ingest/clockcorrection.h"
#include "models/store/columns/columnstore.h"
#include "models/store/columns/pointwisecolumns.h"
#include "models/store/nodestatus.h"

#include <algorithm>

namespace lockstep {

namespace {

/// Maximum distance of gaps that are joined: ticks are further apart.
constexpr Duration nearby = std::chrono::milliseconds(1);

constexpr std::uint32_t maxSources = 1U << 20U; // a larger id is a programming error

StoreLimits sane(StoreLimits limits)
{
    limits.tickPeriod = std::clamp<Duration>(limits.tickPeriod, std::chrono::milliseconds(1), std::chrono::hours(1));
    limits.history = std::max(limits.history, limits.tickPeriod);
    return limits;
}

} // namespace

void insertGap(std::vector<Gap>& gaps, Gap gap)
{
    const auto place
        = std::ranges::upper_bound(gaps, gap.range.from, {}, [](const Gap& each) { return each.range.from; });
    if (place != gaps.begin()) {
        Gap& before = *std::prev(place);
        if (before.reason == gap.reason && shifted(gap.range.from, nearby) <= before.range.to) {
            before.range.to = std::max(before.range.to, gap.range.to);
            before.ticks += gap.ticks;
            return;
        }
    }
    gaps.insert(place, std::move(gap));
    if (gaps.size() > maxGaps)
        gaps.erase(gaps.begin());
}

bool forgetGapsBefore(std::vector<Gap>& gaps, TimePoint time)
{
    return std::erase_if(gaps, [time](const Gap& gap) { return gap.range.to < time; }) > 0;
}

ClusterStore::ClusterStore(StoreLimits limits)
    : m_limits(sane(limits)),
      m_columns(std::make_unique<ColumnStore>(m_limits.history / m_limits.tickPeriod)),
      m_pointwise(std::make_unique<PointwiseColumns>(*m_columns)),
      m_reported(std::make_unique<ReportedTicks>(m_limits.history / m_limits.tickPeriod + 2 * ColumnStore::blockTicks))
{
    m_placer.setTrusted(m_limits.feed == Feed::File);
    m_topology = m_placer.topology();
}

ClusterStore::~ClusterStore() = default;

void ClusterStore::setTopology(TopologyPtr topology)
{
    m_topology = topology ? std::move(topology) : std::make_shared<Topology>();
    m_placer.begin(m_topology);
    m_columns->clear();
    m_pointwise->forget({});
    m_reported->clear();
    m_spans.clear();
    m_events.clear();
    m_nodes.clear();
    m_nodes.resize(m_topology->count(EntityKind::Node), m_limits.tickPeriod);
    ChangeSet changes;
    publishTopology(m_placer.topology(), changes);
}

ChangeSet ClusterStore::moveRack(EntityRef rack, float x, float z)
{
    ChangeSet changes;
    m_placer.moveRack(rack, x, z);
    publishTopology(m_placer.topology(), changes);
    return changes;
}

PlacedBatches ClusterStore::place(std::span<const BatchPtr> batches)
{
    PlacedBatches placed;
    placed.batches.reserve(batches.size());
    const std::size_t metricsBefore = m_metrics.size();
    for (const BatchPtr& batch : batches) {
        if (batch)
            placed.batches.push_back(std::make_shared<const PlacedBatch>(m_placer.place(batch, m_now)));
    }
    placed.hasNewMetrics = m_metrics.size() != metricsBefore;
    placed.topology = m_placer.topology();
    return placed;
}

ChangeSet ClusterStore::apply(const PlacedBatches& placed)
{
    ChangeSet changes;
    const std::uint64_t droppedBefore = m_columns->droppedBlocks();
    for (const PlacedBatchPtr& each : placed.batches)
        applyPlaced(*each, changes);
    changes.metrics |= placed.hasNewMetrics;
    m_batchesApplied += placed.batches.size();
    changes.historyDropped |= m_columns->droppedBlocks() != droppedBefore;
    publishTopology(placed.topology, changes);
    computePointwise(changes);
    m_events.settle(*m_topology);
    return changes;
}

/// Declares metrics that are computed from new ones, and discards values computed from changed ticks.
void ClusterStore::computePointwise(ChangeSet& changes)
{
    if (changes.metrics)
        m_pointwise->declareIn(m_metrics);
    if (!changes.ticks.isEmpty() || changes.historyDropped)
        m_pointwise->forget(changes.ticks);
}

bool ClusterStore::hasDataAt(TimePoint moment) const
{
    return m_firstTick
        && (m_limits.feed == Feed::File
            || moment >= timeOfTick(tickIndexOf(*m_firstTick, m_limits.tickPeriod), m_limits.tickPeriod));
}

ChangeSet ClusterStore::ingestRecorded(RecordedFacts facts)
{
    ChangeSet changes;
    changes.sources = changes.events = true;
    m_sources.assign(1, std::move(facts.source));
    for (NodeStatus& status : m_nodes.all()) {
        status.source = SourceId{0};
        if (!facts.reportsSilence)
            status.freshness = Freshness::Live;
    }
    for (const auto& [node, gap] : facts.gaps) {
        m_nodes.all()[node].missedTicks += gap.ticks;
        insertGap(m_nodes.all()[node].gaps, gap);
    }
    for (const auto& [node, clock] : facts.clocks)
        m_nodes.all()[node].clock = clock;
    if (m_cold != nullptr) {
        m_firstTick = timeOfTick(m_cold->ticks().from, m_limits.tickPeriod);
        assumeTicksReceived();
    }
    m_events.setRecorded(std::move(facts.events), *m_topology);
    m_events.list(m_now);
    return changes;
}

/// A recording stores a node's gaps and the ticks in which it reported, but not the number of received ticks. Assumes
/// that all ticks were received except those known to be lost.
void ClusterStore::assumeTicksReceived()
{
    TickIndex due = m_cold->ticks().length();
    for (const TickRange& pause : m_cold->pauses())
        due -= pause.length();
    for (std::uint32_t node = 0; node < m_nodes.all().size(); ++node) {
        if (m_topology->identity({EntityKind::Node, node}) != nullptr)
            m_nodes.all()[node].ticks = static_cast<std::uint64_t>(due)
                - std::min(static_cast<std::uint64_t>(due), m_nodes.all()[node].missedTicks);
    }
}

void ClusterStore::publishTopology(const TopologyPtr& topology, ChangeSet& changes)
{
    if (m_topology == topology)
        return;
    m_topology = topology;
    // a layout may name nodes that have not reported yet
    m_nodes.resize(m_topology->count(EntityKind::Node), m_limits.tickPeriod);
    changes.topology = true;
}

ChangeSet ClusterStore::advance(TimePoint now)
{
    const TickIndex before = tickIndexOf(std::exchange(m_now, now), m_limits.tickPeriod);
    ChangeSet changes;
    if (m_limits.feed == Feed::Live) {
        if (m_spans.renewNames(m_now)) {
            m_placer.forgetNames();
            changes.spans = changes.historyDropped = true;
        }
        changes.sources |= m_nodes.judgeByArrival(m_now);
    } else if (tickIndexOf(now, m_limits.tickPeriod) != before) {
        changes.includeTick(tickIndexOf(now, m_limits.tickPeriod)); // current() refers to another tick
        changes.isFetched = true;
    }
    changes.events |= m_events.list(m_now);
    changes.sources |= m_nodes.updatePastStatus(evidence());
    dropOldHistory(changes);
    m_columns->compactAndEvict();
    return changes;
}

void ClusterStore::dropOldHistory(ChangeSet& changes)
{
    // Age is measured from the newest data, not from now, so that the last data before a silence stays in memory.
    const TickRange held = m_columns->ticks();
    if (held.isEmpty())
        return;
    const TimePoint oldest = shifted(timeOfTick(held.to - 1, m_limits.tickPeriod), m_limits.history);
    const TimeRange heldTime{timeOfTick(held.from, m_limits.tickPeriod), timeOfTick(held.to - 1, m_limits.tickPeriod)};
    if (m_spans.drop(oldest, heldTime, *m_topology))
        changes.spans = changes.historyDropped = true;
    for (NodeStatus& status : m_nodes.all())
        changes.sources |= forgetGapsBefore(status.gaps, oldest);
}

TickRange ClusterStore::ticksInMemory() const
{
    return m_columns->ticks();
}

TickRange ClusterStore::ticks() const
{
    const TickRange hot = m_columns->ticks();
    const TickRange cold = m_cold ? m_cold->ticks() : TickRange{};
    if (hot.isEmpty() || cold.isEmpty())
        return hot.isEmpty() ? cold : hot;
    return {std::min(hot.from, cold.from), std::max(hot.to, cold.to)};
}

std::vector<TimeRange> ClusterStore::pauses() const
{
    std::vector<TimeRange> pauses;
    const TickRange cold = m_cold ? m_cold->ticks() : TickRange{};
    if (cold.isEmpty())
        return pauses;
    for (const TickRange& pause : m_cold->pauses())
        pauses.push_back(timesOf(pause));
    // Between the previous run and the first block written by this run.
    const TickRange now{cold.to, m_columns->ticks().isEmpty() ? cold.to : m_columns->ticks().from};
    if (timesOf(now).length() >= ColdColumns::minPause)
        pauses.push_back(timesOf(now));
    return pauses;
}

std::span<const float> ClusterStore::column(MetricId metric, TickIndex tick) const
{
    if (m_computed && m_computed->computes(metric))
        return m_computed->column(metric, tick);
    // The recording contains nothing more for a tick in memory.
    if (m_cold && !m_columns->ticks().contains(tick))
        return m_cold->ticks().contains(tick) ? m_cold->column(metric, tick) : std::span<const float>();
    return m_pointwise->computes(metric) ? m_pointwise->column(metric, tick) : m_columns->column(metric, tick);
}

std::span<const float> ClusterStore::latest(MetricId metric) const
{
    if (m_computed && m_computed->computes(metric))
        return m_computed->latest(metric);
    const bool isPastOnly = m_cold && m_columns->ticks().isEmpty();
    if (isPastOnly)
        return m_cold->column(metric, m_cold->ticks().to - 1);
    return m_pointwise->computes(metric) ? m_pointwise->latest(metric) : m_columns->latest(metric);
}

void ClusterStore::series(MetricId metric, std::uint32_t entity, TickRange range, std::vector<float>& out) const
{
    if (m_computed && m_computed->computes(metric))
        return m_computed->series(metric, entity, range, out);
    out.assign(static_cast<std::size_t>(range.length()), noData);
    const TickRange hot = m_columns->ticks();
    const TickRange held = ticks();
    const bool isComputed = m_pointwise->computes(metric);
    const auto hotValue = [&](TickIndex tick) {
        return isComputed ? m_pointwise->value(metric, entity, tick) : m_columns->value(metric, entity, tick);
    };
    const TickIndex from = std::max(range.from, held.from);
    const TickIndex to = std::max(from, std::min(range.to, held.to));
    TickIndex tick = from;
    if (m_cold && !hot.contains(from)) {
        // In one call, so that the source can reduce a long range to the displayed resolution.
        tick = hot.isEmpty() || hot.from < from ? to : std::min(to, hot.from);
        std::vector<float> cold;
        m_cold->series(metric, entity, {from, tick}, cold);
        std::ranges::copy(cold, out.begin() + static_cast<std::ptrdiff_t>(from - range.from));
    }
    for (; tick < to; ++tick)
        out[static_cast<std::size_t>(tick - range.from)]
            = hot.contains(tick) || !m_cold ? hotValue(tick) : m_cold->value(metric, entity, tick);
}

std::optional<std::span<const float>> ClusterStore::coldExtremes(MetricId metric, TickRange ticks,
                                                                 Extreme extreme) const
{
    if (!m_cold || (m_computed && m_computed->computes(metric)))
        return std::nullopt;
    const TickRange hot = m_columns->ticks();
    const bool isHot = !hot.isEmpty() && ticks.from >= hot.from && ticks.to <= hot.to;
    return isHot ? std::nullopt : m_cold->extremes(metric, ticks, extreme);
}

std::optional<ColdColumns::Steps> ClusterStore::coldStepsAtHand(MetricId metric, TickRange ticks) const
{
    if (!m_cold || (m_computed && m_computed->computes(metric)))
        return std::nullopt;
    const TickRange hot = m_columns->ticks();
    const TickRange cold{ticks.from, hot.isEmpty() ? ticks.to : std::min(ticks.to, hot.from)};
    return cold.isEmpty() ? std::nullopt : m_cold->cachedSteps(metric, cold);
}

Availability ClusterStore::available(MetricId metric, TickRange range) const
{
    if (m_computed && m_computed->computes(metric))
        return m_computed->available(metric, range);
    const TickRange hot = m_columns->ticks();
    const bool isHot = std::max(range.from, hot.from) < std::min(range.to, hot.to);
    const Availability cold = m_cold ? m_cold->available(metric, range) : Availability::None;
    return cold == Availability::None && isHot ? Availability::Ready : cold;
}

ChangeSet ClusterStore::declare(std::span<const MetricDescriptor> metrics)
{
    const std::size_t before = m_metrics.size();
    for (const MetricDescriptor& metric : metrics)
        m_metrics.add(metric);
    ChangeSet changes;
    changes.metrics = m_metrics.size() != before;
    computePointwise(changes);
    return changes;
}

ChangeSet ClusterStore::describe(MetricId metric, const MetricDescriptor& descriptor, bool isOffered)
{
    m_metrics.describe(metric, descriptor);
    m_metrics.setOffered(metric, isOffered);
    ChangeSet changes;
    changes.metrics = true;
    return changes;
}

TimeRange ClusterStore::timesOf(TickRange ticks) const
{
    return {timeOfTick(ticks.from, m_limits.tickPeriod), timeOfTick(ticks.to, m_limits.tickPeriod)};
}

std::size_t ClusterStore::memoryBytes() const
{
    return m_columns->memoryBytes() + m_pointwise->memoryBytes() + m_reported->memoryBytes()
        + m_spans.inMemory().memoryBytes() + m_nodes.memoryBytes()
        + m_events.log().events().size() * sizeof(LoggedEvent);
}

void ClusterStore::applyPlaced(const PlacedBatch& placed, ChangeSet& changes)
{
    const Batch& batch = *placed.batch;
    if (batch.status)
        applyStatus(batch, changes);
    if (!placed.node.isValid()) {
        if (placed.tick) // absent for a recording without nodes
            (void)applyValues(*batch.tick, *placed.tick, changes);
        return;
    }
    m_nodes.resize(placed.node.index + 1, m_limits.tickPeriod);
    m_nodes.setPeriod(placed.node.index, placed.period);
    NodeStatus& status = m_nodes.all()[placed.node.index];
    changes.sources |= std::exchange(status.source, batch.source) != batch.source;
    if (batch.clock) {
        status.clock = batch.clock;
        changes.sources = true;
    }
    if (placed.gap) {
        status.missedTicks += placed.gap->ticks;
        insertGap(status.gaps, *placed.gap);
        changes.sources = true;
    }
    for (const Event& notice : placed.notices)
        m_events.add(placed.node, notice);
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

/// Ticks from before the local clock was set back would keep out all new ones. They remain in the recording.
void ClusterStore::rollAfterClockStep(TimePoint received, ChangeSet& changes)
{
    const TickRange held = m_columns->ticks();
    if (held.isEmpty() || timeOfTick(held.to - 1, m_limits.tickPeriod) <= received + budget::maxAhead)
        return;
    m_columns->dropTicks();
    m_reported->clear();
    m_spans.forgetBudget();
    changes.historyDropped = changes.spans = true;
}

void ClusterStore::applyTick(const PlacedBatch& placed, ChangeSet& changes)
{
    const Batch& batch = *placed.batch;
    const NodeTick& tick = *batch.tick;
    const PlacedTick& place = *placed.tick;
    NodeStatus& status = m_nodes.all()[placed.node.index];
    if (m_limits.feed == Feed::Live && batch.received != TimePoint{})
        rollAfterClockStep(batch.received, changes);
    if (m_limits.feed == Feed::Live)
        m_reported->note(place.index, placed.node.index);
    if (!applyValues(tick, place, changes))
        ++status.unplacedTicks;
    changes.sources |= std::exchange(status.freshness, Freshness::Live) != Freshness::Live;
    status.overdueTicks = 0;
    const TimePoint received = std::clamp(placed.received, TimePoint{}, budget::latestTime);
    const bool wasSetBack = status.lastReceived > received + budget::maxAhead; // the local clock
    status.lastReceived = wasSetBack ? received : std::max(status.lastReceived, received);
    if (place.order == TickOrder::Newest) {
        status.lastTick = tick.time;
        const Duration offset = status.clock ? status.clock->offset : placed.shift;
        changes.newestSample = std::max(changes.newestSample, shifted(tick.time, offset));
    }
    if (place.placement) {
        for (const EntityRef entity : place.placement->clusterScoped())
            m_nodes.setReporter(entity, placed.node.index);
    }
    for (const EntityRef job : place.jobs)
        m_nodes.setReporter(job, placed.node.index);
    if (place.order == TickOrder::Repeated)
        return;
    ++status.ticks;
    m_samplesApplied += tick.values.size();
    applySpansAndEvents(placed, changes);
}

/// @return false: the tick is older than what is kept in memory
bool ClusterStore::applyValues(const NodeTick& tick, const PlacedTick& place, ChangeSet& changes)
{
    m_firstTick = std::min(m_firstTick.value_or(place.time), place.time);
    // The newest values are kept even if columns come from a file.
    for (const PlacementRun& run : place.runs())
        m_columns->reserve(run.metric, run.firstEntity + run.count);
    if (place.order == TickOrder::Newest)
        m_columns->writeLatest(place.runs(), tick.values);
    if (m_limits.feed == Feed::File)
        return true;
    const bool isKept = m_columns->write(place.index, place.runs(), tick.values);
    if (isKept)
        changes.includeTick(place.index);
    return isKept;
}

void ClusterStore::applySpansAndEvents(const PlacedBatch& placed, ChangeSet& changes)
{
    const NodeTick& tick = *placed.batch->tick;
    const PlacedTick& place = *placed.tick;
    for (Span span : tick.spans) {
        span.start = shifted(span.start, placed.shift);
        span.end = shifted(span.end, placed.shift);
        m_spans.inMemory().add(place.entity(span.entity, placed.node), span, place.nameIds());
    }
    m_spans.inMemory().endBatch();
    EventQuota& quota = m_nodes.events(placed.node.index);
    for (Event event : tick.events) {
        event.time = shifted(event.time, placed.shift);
        if (m_limits.feed == Feed::File || quota.admit(placed.received))
            m_events.add(place.entity(event.entity, placed.node), std::move(event));
    }
    if (auto leftOut = quota.notice(placed.received))
        m_events.add(placed.node, *std::move(leftOut));
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
        const auto& newest = column.latest.empty() ? column.values : column.latest;
        const std::span<const float> latest(newest.data(), std::min(usedWidth(newest), entities));
        const std::size_t width = column.latest.empty() ? latest.size() : std::min(usedWidth(column.values), entities);
        const auto count = static_cast<std::uint32_t>(width);
        m_columns->reserve(metric, std::max(count, static_cast<std::uint32_t>(latest.size())));
        const PlacementRun run{metric, 0, count, 0};
        m_columns->replaceLatest(metric, latest);
        if (!isHeld)
            continue;
        if (count > 0)
            m_columns->write(column.tick, {&run, 1}, column.values);
        changes.includeTick(column.tick);
    }
    computePointwise(changes);
    const bool isOfRecording = m_limits.feed == Feed::File && m_spans.source() != nullptr;
    for (const DerivedEvent& found : derived.events) {
        if (isOfRecording)
            m_events.addToRecorded(found);
        else
            m_events.add(found.entity, found.event);
    }
    m_events.settle(*m_topology);
    changes.events |= !derived.events.empty();
    return changes;
}

ChangeSet ClusterStore::setViewTime(std::optional<TimePoint> moment)
{
    const auto tickOf = [&](TimePoint time) {
        return tickIndexOf(time, m_limits.tickPeriod);
    };
    if (m_limits.feed == Feed::File)
        return advance(moment.value_or(m_now));
    const std::optional<TimePoint> before = std::exchange(m_viewTime, moment);
    ChangeSet changes;
    if (before.has_value() != m_viewTime.has_value() || (m_viewTime && tickOf(*m_viewTime) != tickOf(*before))) {
        m_nodes.clearPastStatus();
        changes.sources = true; // without a tick, no samples arrived, and views need not read columns again
    }
    changes.sources |= m_nodes.updatePastStatus(evidence());
    return changes;
}

std::span<const float> ClusterStore::current(MetricId metric) const
{
    if (m_viewTime)
        return column(metric, tickIndexOf(*m_viewTime, m_limits.tickPeriod));
    if (m_limits.feed == Feed::Live || m_cold == nullptr)
        return latest(metric);
    // At the very end of the data the moment is after the newest tick.
    const TickRange held = m_cold->ticks();
    const TickIndex tick = std::min(tickIndexOf(m_now, m_limits.tickPeriod), held.to - 1);
    return held.contains(tick) ? column(metric, tick) : std::span<const float>();
}

Freshness ClusterStore::freshness(EntityRef entity) const
{
    return m_nodes.freshness(entity, evidence());
}

NodeStates::Evidence ClusterStore::evidence() const
{
    return {*m_topology, m_metrics, *m_reported, m_cold, m_limits.tickPeriod, m_now, viewTime(), m_limits.feed};
}

} // namespace lockstep
