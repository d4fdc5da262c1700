// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/incidents/evidenceparts.h"

#include "models/store/clusterstore.h"
#include "models/view/colour/colourscale.h"

#include <QCollator>
#include <QLocale>

#include <algorithm>
#include <numeric>

namespace lockstep {

namespace {

constexpr std::uint32_t maxRows = 256;
constexpr std::int64_t maxColumns = 360;

Duration distanceOf(const EvidenceSpan& span)
{
    return span.end - span.start;
}

std::string reductionText(std::size_t perRow, std::int64_t perColumn, Aggregate how)
{
    if (perRow == 1 && perColumn == 1)
        return "as sampled";
    return how == Aggregate::Min ? "minimum of each cell" : "maximum of each cell";
}

/// Orders racks, and nodes within them, by name with natural numbers, whichever reported first.
std::vector<std::uint32_t> inOrderOfPaths(const Topology& topology, EntityKind kind)
{
    QCollator collator(QLocale(QLocale::English)); // the C locale does not sort numbers naturally
    collator.setNumericMode(true);
    std::vector<QCollatorSortKey> keys;
    std::vector<std::uint32_t> indices(topology.count(kind));
    std::iota(indices.begin(), indices.end(), 0U);
    keys.reserve(indices.size());
    for (const std::uint32_t index : indices)
        keys.push_back(collator.sortKey(QString::fromStdString(topology.path({kind, index}))));
    std::ranges::stable_sort(indices, [&keys](std::uint32_t a, std::uint32_t b) { return keys[a] < keys[b]; });
    return indices;
}

} // namespace

TickRange ticksWithin(const ClusterStore& store, TimeRange range)
{
    const Duration period = store.tickPeriod();
    const TickRange held = store.ticks();
    return {std::max(held.from, tickIndexOf(range.from, period)),
            std::min(held.to, tickIndexOf(range.to - Duration(1), period) + 1)};
}

EvidenceSeries seriesOf(const ClusterStore& store, MetricId metric, EntityRef entity, TickRange ticks)
{
    EvidenceSeries series{store.metrics().descriptor(metric),
                          nameOf(*store.topology(), entity),
                          timeOfTick(ticks.from, store.tickPeriod()),
                          store.tickPeriod(),
                          {}};
    store.series(metric, entity.index, ticks, series.values);
    return series;
}

std::vector<MetricId> informativeMetrics(const ClusterStore& store, EntityKind kind, MetricId first, std::size_t limit)
{
    std::vector<MetricId> metrics;
    if (first.isValid() && store.metrics().descriptor(first).entityKind == kind)
        metrics.push_back(first);
    const std::vector<MetricId> all = store.metrics().ofKind(kind);
    // Metrics with a bad direction indicate problems, so they come first.
    for (const bool isTelling : {true, false}) {
        for (const MetricId metric : all) {
            const bool tells = store.metrics().descriptor(metric).direction != Direction::Neutral;
            if (metrics.size() < limit && metric != first && tells == isTelling)
                metrics.push_back(metric);
        }
    }
    return metrics;
}

HeatInProgress::HeatInProgress(const ClusterStore& store, MetricId metric, TickRange ticks)
    : m_metric(metric), m_ticks(ticks)
{
    m_heat.metric = store.metrics().descriptor(metric);
    const Topology& topology = *store.topology();
    const auto entities = static_cast<std::uint32_t>(topology.count(m_heat.metric.entityKind));
    const std::uint32_t perRow = std::max(1U, (entities + maxRows - 1) / maxRows);
    m_ticksPerColumn = std::max<std::int64_t>(1, (ticks.length() + maxColumns - 1) / maxColumns);
    const std::vector<std::uint32_t> indices = inOrderOfPaths(topology, m_heat.metric.entityKind);
    m_bins = CellBins(indices, perRow);
    for (std::uint32_t from = 0; from < entities; from += perRow) {
        const std::uint32_t last = std::min(entities, from + perRow) - 1;
        m_heat.rows.push_back({topology.path({m_heat.metric.entityKind, indices[from]}),
                               topology.path({m_heat.metric.entityKind, indices[last]})});
    }
    m_heat.from = timeOfTick(ticks.from, store.tickPeriod());
    m_heat.step = store.tickPeriod() * m_ticksPerColumn;
    m_heat.columns = static_cast<std::uint32_t>((ticks.length() + m_ticksPerColumn - 1) / m_ticksPerColumn);
    m_heat.values.assign(m_heat.rows.size() * m_heat.columns, noData);
    m_heat.reduction = reductionText(perRow, m_ticksPerColumn, aggregateFor(m_heat.metric.direction));
}

void HeatInProgress::touchColumn(const ClusterStore& store) const
{
    const TickIndex from = m_ticks.from + m_next * m_ticksPerColumn;
    for (TickIndex tick = from; tick < std::min(from + m_ticksPerColumn, m_ticks.to); ++tick)
        (void)store.column(m_metric, tick);
}

void HeatInProgress::addColumn(const ClusterStore& store)
{
    const TickIndex from = m_ticks.from + m_next * m_ticksPerColumn;
    const Aggregate how = aggregateFor(m_heat.metric.direction);
    std::vector<float> cells(m_heat.rows.size());
    // One tick at a time, because a column is only valid until the next look-up.
    for (TickIndex tick = from; tick < std::min(from + m_ticksPerColumn, m_ticks.to); ++tick) {
        m_bins.reduce(store.column(m_metric, tick), how, cells);
        for (std::size_t row = 0; row < cells.size(); ++row) {
            float& cell = m_heat.values[row * m_heat.columns + m_next];
            cell = how == Aggregate::Min ? std::fmin(cell, cells[row]) : std::fmax(cell, cells[row]);
        }
    }
    ++m_next;
}

EvidenceHeat HeatInProgress::finish()
{
    ColourScale scale = scaleFor(m_heat.metric, m_heat.values);
    scale.isOnLight = true; // paper
    m_heat.low = scale.min();
    m_heat.high = scale.max();
    m_heat.scaleChoice = scale.how;
    const auto bar = scale.bar();
    m_heat.colours.assign(bar.begin(), bar.end());
    return std::move(m_heat);
}

bool concerns(const Topology& topology, EntityRef lane, const std::vector<EntityRef>& entities)
{
    return entities.empty() || std::ranges::any_of(entities, [&](EntityRef entity) {
               return topology.ancestor(lane, entity.kind) == entity || topology.ancestor(entity, lane.kind) == lane;
           });
}

void addSpansOf(const ClusterStore& store, const SpanLane& lane, TimeRange range, std::vector<EvidenceSpan>& spans,
                bool alsoBegunBefore)
{
    const NameTable& names = store.spans().names();
    const EntityName entity = nameOf(*store.topology(), lane.entity);
    const std::int64_t fromNs = range.from.time_since_epoch().count();
    const std::int64_t toNs = range.to.time_since_epoch().count();
    for (const StoredSpan& stored : lane.overlapping(fromNs, toNs)) {
        if (stored.endNs() <= fromNs || stored.startNs >= toNs || (!alsoBegunBefore && stored.startNs < fromNs))
            continue;
        EvidenceSpan span;
        span.entity = entity;
        span.lane = names.name(lane.name);
        span.operation = names.name(NameId{stored.op});
        span.communicator = names.name(NameId{stored.communicator});
        span.kind = stored.spanKind();
        span.start = TimePoint(Duration(stored.startNs));
        span.end = TimePoint(Duration(stored.endNs()));
        span.rank = lane.rank;
        span.step = stored.step;
        span.sequence = stored.sequence;
        span.bytes = stored.bytes;
        spans.push_back(std::move(span));
    }
}

LostThroughput lostIn(const SpanLane& lane, TimeRange range)
{
    std::vector<LaneStretch> stretches;
    const std::int64_t fromNs = range.from.time_since_epoch().count();
    const std::int64_t toNs = range.to.time_since_epoch().count();
    for (const StoredSpan& span : lane.overlapping(fromNs, toNs))
        stretches.push_back(
            {0, span.spanKind(), {TimePoint(Duration(span.startNs)), TimePoint(Duration(span.endNs()))}});
    return lostThroughput(stretches, range);
}

std::uint64_t keepMostInformative(std::vector<EvidenceSpan>& spans, std::size_t limit)
{
    if (spans.size() <= limit)
        return 0;
    const auto isWorse = [](const EvidenceSpan& a, const EvidenceSpan& b) {
        const bool aWaits = a.kind == SpanKind::Wait;
        const bool bWaits = b.kind == SpanKind::Wait;
        return aWaits != bWaits ? aWaits : distanceOf(a) > distanceOf(b);
    };
    std::ranges::nth_element(spans, spans.begin() + static_cast<std::ptrdiff_t>(limit), isWorse);
    const std::uint64_t leftOut = spans.size() - limit;
    spans.resize(limit);
    return leftOut;
}

std::vector<EvidenceEvent> eventsWithin(const ClusterStore& store, TimeRange range)
{
    std::vector<EvidenceEvent> events;
    for (const LoggedEvent& logged : store.events().events()) {
        if (!range.contains(logged.lastTime) && !range.contains(logged.event.time))
            continue;
        events.push_back({logged.lastTime, logged.event.severity, nameOf(*store.topology(), logged.entity),
                          logged.event.code, sentenceOf(logged.event), logged.count});
    }
    std::ranges::stable_sort(events, {}, &EvidenceEvent::time);
    return events;
}

std::vector<EvidenceGap> gapsWithin(const ClusterStore& store, TimeRange range)
{
    std::vector<EvidenceGap> gaps;
    for (std::uint32_t node = 0; node < store.topology()->count(EntityKind::Node); ++node) {
        for (const Gap& gap : store.node({EntityKind::Node, node}).gaps) {
            if (gap.range.overlaps(range))
                gaps.push_back({nameOf(*store.topology(), {EntityKind::Node, node}), gap.range, gap.ticks, gap.reason});
        }
    }
    std::ranges::stable_sort(gaps, {}, [](const EvidenceGap& gap) { return gap.range.from; });
    return gaps;
}

Duration worstClockUncertainty(const ClusterStore& store)
{
    Duration worst{};
    for (std::uint32_t node = 0; node < store.topology()->count(EntityKind::Node); ++node) {
        if (const auto& clock = store.node({EntityKind::Node, node}).clock)
            worst = std::max(worst, clock->uncertainty);
    }
    return worst;
}

} // namespace lockstep
