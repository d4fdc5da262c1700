// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/recording/placedrows.h"

#include "models/core/batch.h"
#include "models/core/eventcodes.h"
#include "models/core/metrics/metricnames.h"
#include "models/ingest/clockcorrection.h"

#include <algorithm>

namespace lockstep {

namespace {

std::uint32_t nameAt(std::span<const NameId> ids, std::uint32_t index)
{
    return index < ids.size() ? ids[index].value : 0;
}

std::int64_t nanoseconds(TimePoint time)
{
    return time.time_since_epoch().count();
}

constexpr std::string_view offsetSuffix = ".sample_offset";

MetricDescriptor describeOffset(std::string_view of, EntityKind kind)
{
    MetricDescriptor metric;
    metric.name = std::string(of) + std::string(offsetSuffix);
    metric.title = "Time from tick to sample";
    metric.unit = Unit::Seconds;
    metric.entityKind = kind;
    metric.derivation = "time of the sample − time of its tick";
    return metric;
}

} // namespace

MetricDescriptor presenceMetric()
{
    MetricDescriptor metric;
    metric.name = metrics::node::reported;
    metric.title = "Reported";
    metric.entityKind = EntityKind::Node;
    return metric;
}

MetricDescriptor offsetMetric(EntityKind kind)
{
    return describeOffset(entityKindName(kind), kind);
}

MetricDescriptor offsetMetric(const MetricDescriptor& of)
{
    return describeOffset(of.name, of.entityKind);
}

double offsetOf(TimePoint time, TickIndex tick, Duration period)
{
    const auto off = std::chrono::round<std::chrono::milliseconds>(time - timeOfTick(tick, period));
    return static_cast<double>(off.count()) / 1000; // exact decimal, unlike a product with 0.001
}

bool describesSamples(std::string_view metric)
{
    return metric == metrics::node::reported || metric.ends_with(offsetSuffix);
}

void PlacedRows::apply(const PlacedBatch& placed, ColumnAssembly& columns, RecordedRows& rows)
{
    const BatchPtr& batch = placed.batch;
    if (batch->status) {
        RecordedState state{batch->received, batch->source, *batch->status};
        m_states[batch->source.value] = state;
        rows.states.push_back(std::move(state));
    }
    if (!placed.node.isValid())
        return;
    const std::uint32_t node = placed.node.index;
    if (batch->names)
        m_nodes[node].names.set(batch->names);
    if (batch->identity) {
        m_nodes[node].identity = batch->identity;
        rows.identities.push_back({batch->received, node, batch->identity});
    }
    if (batch->clock) {
        m_nodes[node].clock = batch->clock;
        rows.clocks.push_back({batch->received, node, *batch->clock});
    }
    if (placed.gap)
        rows.gaps.push_back({batch->received, node, *placed.gap});
    for (const Event& notice : placed.notices)
        rows.events.push_back({node, placed.node, notice});
    if (placed.tick)
        addTick(placed, columns, rows);
}

void PlacedRows::noteShift(const PlacedBatch& placed, RecordedRows& rows)
{
    std::optional<RecordedShift>& known = m_nodes[placed.node.index].shift;
    if (known && known->shift == placed.shift)
        return;
    const bool isSaid = known || placed.shift != Duration{};
    known = RecordedShift{placed.tick->index, placed.node.index, placed.shift};
    if (isSaid)
        rows.shifts.push_back(*known);
}

void PlacedRows::addTick(const PlacedBatch& placed, ColumnAssembly& columns, RecordedRows& rows)
{
    noteShift(placed, rows);
    if (!m_presence.isValid())
        m_presence = m_metrics.add(presenceMetric());
    constexpr float hasReported = 1;
    const PlacementRun presence{m_presence, placed.node.index, 1, 0};
    columns.write(placed.tick->index, {&presence, 1}, {&hasReported, 1});
    if (const double offset = offsetOf(placed.tick->time, placed.tick->index, m_tickPeriod); offset != 0) {
        if (!m_offset.isValid())
            m_offset = m_metrics.add(offsetMetric(EntityKind::Node));
        const PlacementRun run{m_offset, placed.node.index, 1, 0};
        const auto seconds = static_cast<float>(offset);
        columns.write(placed.tick->index, {&run, 1}, {&seconds, 1});
    }
    columns.write(placed.tick->index, ownRuns(*placed.tick), placed.batch->tick->values);
    if (placed.tick->order != TickOrder::Repeated)
        addSpansAndEvents(placed, rows);
}

/// The same with the recording's metric ids.
std::span<const PlacementRun> PlacedRows::ownRuns(const PlacedTick& tick)
{
    m_runs.clear();
    for (PlacementRun run : tick.runs()) {
        if (run.metric.value >= m_metricOf.size())
            m_metricOf.resize(run.metric.value + 1);
        std::optional<MetricId>& own = m_metricOf[run.metric.value];
        if (!own)
            own = addMetric(tick.placement->metricOf(run));
        run.metric = *own;
        if (run.metric.isValid())
            m_runs.push_back(run);
    }
    return m_runs;
}

/// @return invalid: a derived metric of another kind has that name
MetricId PlacedRows::addMetric(const MetricDescriptor& metric)
{
    const MetricId id = m_metrics.add(metric);
    return m_metrics.descriptor(id).entityKind == metric.entityKind ? id : MetricId{};
}

/// By the node's own ids.
NodeNames::Ids PlacedRows::namesOf(const PlacedBatch& placed, RecordedRows& rows)
{
    NodeNames& names = m_nodes[placed.node.index].names;
    NodeNames::Ids ids = names.idsFor(placed.batch->tick->spans, m_names, {placed.node.index, placed.batch->source});
    const bool isSaid = std::ranges::find(placed.notices, codes::storeNamesFull, &Event::code) != placed.notices.end();
    if (const std::optional<Event> notice = names.takeNotice(placed.received); notice && !isSaid)
        rows.events.push_back({placed.node.index, placed.node, *notice});
    return ids;
}

void PlacedRows::addSpansAndEvents(const PlacedBatch& placed, RecordedRows& rows)
{
    const NodeTick& tick = *placed.batch->tick;
    const PlacedTick& place = *placed.tick;
    const NodeNames::Ids ids = namesOf(placed, rows);
    const std::span<const NameId> names = ids ? std::span(*ids) : std::span<const NameId>();
    for (const Span& span : tick.spans) {
        rows.spans.push_back({placed.node.index, place.entity(span.entity, placed.node), nameAt(names, span.lane),
                              nameAt(names, span.op), nameAt(names, span.communicator), nameAt(names, span.job),
                              span.rank, span.step, span.kind, nanoseconds(shifted(span.start, placed.shift)),
                              nanoseconds(shifted(span.end, placed.shift)), span.sequence, span.bytes});
    }
    for (const Event& event : tick.events) {
        RecordedEvent recorded{placed.node.index, place.entity(event.entity, placed.node), event};
        recorded.event.time = shifted(event.time, placed.shift);
        rows.events.push_back(std::move(recorded));
    }
}

void PlacedRows::applyDerived(const MetricDescriptor& metric, TickIndex tick, std::span<const float> values,
                              ColumnAssembly& columns)
{
    const MetricId id = addMetric(metric);
    if (!id.isValid())
        return;
    const PlacementRun run{id, 0, static_cast<std::uint32_t>(values.size()), 0};
    if (run.count > 0)
        columns.write(tick, {&run, 1}, values);
}

void PlacedRows::renewNames(RecordedRows& rows)
{
    const auto eachNameOf = [&rows](auto&& use) {
        for (RecordedSpan& span : rows.spans) {
            for (std::uint32_t* const name : {&span.lane, &span.op, &span.communicator, &span.job})
                use(*name);
        }
    };
    std::vector<bool> isUsed(m_names.size(), false);
    eachNameOf([&isUsed](std::uint32_t& name) { isUsed[name] = true; });
    const std::vector<NameId> moved = m_names.keepOnly(isUsed);
    eachNameOf([&moved](std::uint32_t& name) { name = moved[name].value; });
    for (auto& [index, node] : m_nodes)
        node.names.forget();
}

RecordedRows PlacedRows::standing() const
{
    RecordedRows rows;
    for (const auto& [source, state] : m_states)
        rows.states.push_back(state);
    for (const auto& [index, node] : m_nodes) {
        if (node.identity)
            rows.identities.push_back({{}, index, node.identity});
        if (node.clock)
            rows.clocks.push_back({{}, index, *node.clock});
        if (node.shift && node.shift->shift != Duration{})
            rows.shifts.push_back(*node.shift);
    }
    return rows;
}

} // namespace lockstep
