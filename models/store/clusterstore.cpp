// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/clusterstore.h"

#include "models/core/batch.h"
#include "models/ingest/clockcorrection.h"
#include "models/store/coldcolumns.h"
#include "models/store/columnstore.h"
#include "models/store/computedcolumns.h"
#include "models/store/gapbook.h"
#include "models/store/placedspans.h"
#include "models/store/pointwisecolumns.h"
#include "models/store/recordedfacts.h"
#include "models/store/reportedticks.h"
#include "models/store/spansource.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace lockstep {

namespace {

/// Spans of this many lanes are looked through per advance(): all of them within seconds, no call long.
constexpr std::size_t lanesPerAdvance = 64;

StoreLimits sane(StoreLimits limits)
{
    limits.tickPeriod = std::clamp<Duration>(limits.tickPeriod, std::chrono::milliseconds(1), std::chrono::hours(1));
    limits.history = std::max(limits.history, limits.tickPeriod);
    return limits;
}

} // namespace

ClusterStore::ClusterStore(StoreLimits limits)
    : m_limits(sane(limits)),
      m_columns(std::make_unique<ColumnStore>(m_limits.history / m_limits.tickPeriod)),
      m_pointwise(std::make_unique<PointwiseColumns>(*m_columns)),
      m_reported(std::make_unique<ReportedTicks>(m_limits.history / m_limits.tickPeriod + 2 * ColumnStore::blockTicks))
{
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
    m_judged.clear();
    m_spans.clear();
    m_spanBudget.clear();
    m_events.clear();
    m_told.clear();
    m_recordedEvents.clear();
    m_unjudged.clear();
    m_reporters.clear();
    m_nodes.clear();
    m_reporting.clear();
    resizeNodes(m_topology->count(EntityKind::Node));
    ChangeSet changes;
    publishTopology(changes);
}

ChangeSet ClusterStore::apply(std::span<const BatchPtr> batches)
{
    ChangeSet changes;
    const std::uint64_t droppedBefore = m_columns->droppedBlocks();
    const std::size_t metricsBefore = m_metrics.size();
    for (const BatchPtr& batch : batches) {
        if (batch)
            applyPlaced(m_placer.place(batch, m_now), changes);
    }
    changes.metrics |= m_metrics.size() != metricsBefore;
    m_batchesApplied += batches.size();
    changes.historyDropped |= m_columns->droppedBlocks() != droppedBefore;
    publishTopology(changes);
    computePointwise(changes);
    judgeEvents();
    return changes;
}

/// What follows from metrics that have come, and from ticks that have changed.
void ClusterStore::computePointwise(ChangeSet& changes)
{
    if (changes.metrics)
        m_pointwise->declareIn(m_metrics);
    if (!changes.ticks.isEmpty() || changes.historyDropped)
        m_pointwise->forget(changes.ticks);
}

void ClusterStore::log(EntityRef entity, Event event)
{
    m_unjudged.push_back({entity, event});
    m_events.add(entity, std::move(event));
}

/// Once it is known in which rack things stand that have just come.
void ClusterStore::judgeEvents()
{
    for (const DerivedEvent& each : m_unjudged)
        m_told.add(*m_topology, each.entity, each.event);
    m_unjudged.clear();
}

bool ClusterStore::knowsAlertsAt(TimePoint moment) const
{
    return m_firstTick
        && (isReplay() || moment >= timeOfTick(tickIndexOf(*m_firstTick, m_limits.tickPeriod), m_limits.tickPeriod));
}

ChangeSet ClusterStore::ingestRecorded(RecordedFacts facts)
{
    ChangeSet changes;
    changes.sources = changes.events = true;
    m_sources.assign(1, std::move(facts.source));
    for (NodeStatus& status : m_nodes) {
        status.source = SourceId{0};
        if (!facts.tellsSilence)
            status.freshness = Freshness::Live;
    }
    for (const auto& [node, gap] : facts.gaps) {
        m_nodes[node].missedTicks += gap.ticks;
        bookGap(m_nodes[node].gaps, gap);
    }
    for (const auto& [node, clock] : facts.clocks)
        m_nodes[node].clock = clock;
    if (m_cold != nullptr) {
        m_firstTick = timeOfTick(m_cold->ticks().from, m_limits.tickPeriod);
        assumeTicksReceived();
    }
    m_recordedEvents = std::move(facts.events);
    for (const DerivedEvent& each : m_recordedEvents)
        m_told.add(*m_topology, each.entity, each.event);
    m_listed = {};
    listRecordedEvents(changes);
    return changes;
}

/// A recording keeps what was lost of a node and when it reported, but not how many ticks that were: all that are not
/// known to be lost.
void ClusterStore::assumeTicksReceived()
{
    TickIndex due = m_cold->ticks().length();
    for (const TickRange& pause : m_cold->pauses())
        due -= pause.length();
    for (std::uint32_t node = 0; node < m_nodes.size(); ++node) {
        if (m_topology->identity({EntityKind::Node, node}) != nullptr)
            m_nodes[node].ticks = static_cast<std::uint64_t>(due)
                - std::min(static_cast<std::uint64_t>(due), m_nodes[node].missedTicks);
    }
}

void ClusterStore::addRecordedEvent(const DerivedEvent& event)
{
    const auto place = std::ranges::upper_bound(m_recordedEvents, event.event.time, {},
                                                [](const DerivedEvent& each) { return each.event.time; });
    m_recordedEvents.insert(place, event);
}

/// Of a recording that tells more than the log holds, those around the moment that is shown; others once that nears
/// their end.
void ClusterStore::listRecordedEvents(ChangeSet& changes)
{
    if (m_recordedEvents.empty() || m_listed.contains(m_now))
        return;
    const auto timeOf = [](const DerivedEvent& each) {
        return each.event.time;
    };
    const std::size_t all = m_recordedEvents.size();
    const std::size_t count = std::min(all, m_events.capacity());
    const auto here = static_cast<std::size_t>(std::ranges::lower_bound(m_recordedEvents, m_now, {}, timeOf)
                                               - m_recordedEvents.begin());
    const std::size_t first = std::min(here - std::min(here, count / 2), all - count);
    m_listed = {first == 0 ? TimePoint::min() : timeOf(m_recordedEvents[first + count / 4]),
                first + count == all ? TimePoint::max() : timeOf(m_recordedEvents[first + count - count / 4])};
    m_events.clear();
    for (const DerivedEvent& each : std::span(m_recordedEvents).subspan(first, count))
        m_events.add(each.entity, each.event);
    changes.events = true;
}

void ClusterStore::publishTopology(ChangeSet& changes)
{
    if (m_topology == m_placer.topology())
        return;
    m_topology = m_placer.topology();
    // A layout may name nodes that have not spoken themselves.
    resizeNodes(m_topology->count(EntityKind::Node));
    changes.topology = true;
}

ChangeSet ClusterStore::advance(TimePoint now)
{
    const TickIndex before = tickIndexOf(std::exchange(m_now, now), m_limits.tickPeriod);
    ChangeSet changes;
    if (isReplay() && tickIndexOf(now, m_limits.tickPeriod) != before) {
        changes.includeTick(tickIndexOf(now, m_limits.tickPeriod)); // current() tells of another
        changes.isFetched = true;
    }
    if (!isReplay())
        judgeByArrival(changes);
    listRecordedEvents(changes);
    judgeThePast(changes);
    dropOldHistory(changes);
    m_columns->keepUp();
    return changes;
}

void ClusterStore::dropOldHistory(ChangeSet& changes)
{
    // What is old is measured from the newest data, not from now: what came last before a silence stays to be looked
    // at.
    const TickRange held = m_columns->ticks();
    if (held.isEmpty())
        return;
    const TimePoint oldest = shifted(timeOfTick(held.to - 1, m_limits.tickPeriod), m_limits.history);
    m_spanBudget.setHistory(oldest);
    m_spanBudget.share(m_spans, *m_topology,
                       {timeOfTick(held.from, m_limits.tickPeriod), timeOfTick(held.to - 1, m_limits.tickPeriod)});
    const auto keptSince = [this](EntityRef entity) {
        return m_spanBudget.keptSince(entity, *m_topology);
    };
    if (m_spans.dropBefore(keptSince, lanesPerAdvance) > 0)
        changes.spans = changes.historyDropped = true;
    for (NodeStatus& status : m_nodes)
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
    // Since the run before, until this one has been written.
    const TickRange now{cold.to, m_columns->ticks().isEmpty() ? cold.to : m_columns->ticks().from};
    if (timesOf(now).length() >= ColdColumns::shortestPause)
        pauses.push_back(timesOf(now));
    return pauses;
}

std::span<const float> ClusterStore::column(MetricId metric, TickIndex tick) const
{
    if (m_computed && m_computed->computes(metric))
        return m_computed->column(metric, tick);
    // What is not in a tick that is in memory is not in the recording of it either.
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
    for (TickIndex tick = std::max(range.from, held.from); tick < std::min(range.to, held.to); ++tick)
        out[static_cast<std::size_t>(tick - range.from)]
            = hot.contains(tick) || !m_cold ? hotValue(tick) : m_cold->value(metric, entity, tick);
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

std::shared_ptr<const PlacedSpans> ClusterStore::place(std::shared_ptr<const PastSpans> read)
{
    auto placed = std::make_shared<PlacedSpans>();
    const SpanStore& spans = read->spans();
    for (std::uint32_t id = 0; id < spans.names().size(); ++id)
        placed->names.push_back(m_spans.names().intern(spans.names().name(NameId{id})));
    const auto nameOf = [&](NameId id) {
        return id.isValid() ? placed->names[id.value] : id;
    };
    for (const SpanLane& lane : spans.lanes()) {
        const std::size_t index = m_spans.declareLane(lane.entity, nameOf(lane.name), nameOf(lane.job), lane.rank);
        placed->lanes.push_back(static_cast<std::uint32_t>(index));
        placed->byLane.resize(std::max(placed->byLane.size(), index + 1));
        placed->byLane[index] = &lane;
    }
    placed->generation = m_spans.generation();
    placed->read = std::move(read);
    return placed;
}

/// In a replay all spans come from the recording.
TimePoint ClusterStore::spansInMemorySince() const
{
    return isReplay() && m_spanSource != nullptr ? TimePoint::max() : spansKeptSince();
}

const PlacedSpans* ClusterStore::placedSpans() const
{
    const PlacedSpans* placed = m_spanSource != nullptr ? m_spanSource->placed().get() : nullptr;
    return placed != nullptr && placed->generation == m_spans.generation() ? placed : nullptr;
}

LaneSpans ClusterStore::laneSpans(std::size_t lane, TimeRange within) const
{
    const SpanLane& inMemory = m_spans.lanes()[lane];
    const PlacedSpans* placed = placedSpans();
    if (within.from >= spansInMemorySince() || placed == nullptr)
        return inMemory;
    // What began before is in the recording, as far as that was read; what began later is in memory.
    return {placed->lane(lane), placed->names, inMemory, std::min(spansInMemorySince(), placed->read->range().to)};
}

std::vector<TimeRange> ClusterStore::spansOnDisk(TimeRange range) const
{
    if (m_spanSource == nullptr || m_cold == nullptr)
        return {};
    TimeRange left = timesOf(m_cold->ticks());
    left = {std::max(range.from, left.from), std::min({range.to, left.to, spansInMemorySince()})};
    std::vector<TimeRange> onDisk;
    const auto add = [&onDisk](TimeRange each) {
        if (!each.isEmpty())
            onDisk.push_back(each);
    };
    for (const TickRange& ticks : m_cold->pauses()) {
        const TimeRange pause = timesOf(ticks);
        add({left.from, std::min(left.to, pause.from)});
        left.from = std::max(left.from, pause.to);
    }
    add(left);
    return onDisk;
}

std::vector<AvailableRange> ClusterStore::spansAvailable(TimeRange range) const
{
    std::vector<AvailableRange> all;
    TimePoint until = range.from;
    const auto addUpTo = [&](TimePoint to, Availability state) {
        if (to <= until)
            return;
        if (!all.empty() && all.back().state == state)
            all.back().range.to = to;
        else
            all.push_back({{until, to}, state});
        until = to;
    };
    const PlacedSpans* placed = placedSpans();
    const TimeRange read = placed != nullptr ? placed->read->range() : TimeRange{};
    for (const TimeRange& each : spansOnDisk(range)) {
        addUpTo(each.from, Availability::None);
        addUpTo(std::min(each.to, read.from), Availability::Pending);
        addUpTo(std::min(each.to, read.to), Availability::Ready);
        addUpTo(each.to, Availability::Pending);
    }
    addUpTo(std::min(range.to, spansInMemorySince()), Availability::None);
    addUpTo(range.to, Availability::Ready);
    return all;
}

TimeRange ClusterStore::timesOf(TickRange ticks) const
{
    return {timeOfTick(ticks.from, m_limits.tickPeriod), timeOfTick(ticks.to, m_limits.tickPeriod)};
}

std::size_t ClusterStore::memoryBytes() const
{
    return m_columns->memoryBytes() + m_pointwise->memoryBytes() + m_reported->memoryBytes() + m_spans.memoryBytes()
        + m_nodes.capacity() * (sizeof(NodeStatus) + sizeof(Reporting))
        + m_events.events().size() * sizeof(LoggedEvent);
}

} // namespace lockstep
