// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/recording/recordingintake.h"

#include "models/core/batch.h"
#include "models/core/budget.h"
#include "models/core/metricnames.h"

#include <algorithm>
#include <utility>

namespace lockstep {

namespace {

std::uint32_t nameAt(std::span<const std::uint32_t> ids, std::uint32_t index)
{
    return index < ids.size() ? ids[index] : 0;
}

std::int64_t nanoseconds(TimePoint time)
{
    return time.time_since_epoch().count();
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

RecordingIntake::RecordingIntake(const TopologyPtr& start, Duration tickPeriod)
    : m_tickPeriod(tickPeriod),
      m_builder(start ? TopologyBuilder(*start) : TopologyBuilder()),
      m_topology(m_builder.build())
{ }

const TopologyPtr& RecordingIntake::topology()
{
    if (m_builder.hasChanged())
        m_topology = m_builder.build();
    return m_topology;
}

RecordingIntake::Node& RecordingIntake::nodeOf(const std::string& name)
{
    std::unique_ptr<Node>& node = m_nodes[name];
    if (!node) {
        node = std::make_unique<Node>();
        auto identity = std::make_shared<NodeIdentity>();
        identity->name = name;
        // Known from a cluster file, or placed where there is room: it may speak before it introduces itself.
        node->ref = m_builder.describeNode(identity);
        node->period = m_tickPeriod;
    }
    return *node;
}

void RecordingIntake::introduce(const Batch& batch, RecordedRows& rows)
{
    if (batch.identity->name.empty())
        return;
    const EntityRef ref = m_builder.describeNode(batch.identity);
    std::unique_ptr<Node>& known = m_nodes[batch.identity->name];
    if (!known)
        known = std::make_unique<Node>();
    Node& node = *known;
    node.ref = ref;
    if (batch.identity->epoch != node.epoch) {
        node.epoch = batch.identity->epoch;
        node.hasSequence = false;
        node.seen.clear();
    }
    node.identity = batch.identity;
    node.period = std::clamp<Duration>(batch.identity->tickPeriod, std::chrono::milliseconds(1), std::chrono::hours(1));
    rows.identities.push_back({batch.received, ref.index, batch.identity});
}

void RecordingIntake::apply(const Batch& batch, ColumnAssembly& columns, RecordedRows& rows)
{
    if (batch.status) {
        RecordedState state{batch.received, batch.source, *batch.status};
        m_states[batch.source.value] = state;
        rows.states.push_back(std::move(state));
    }
    if (batch.identity)
        introduce(batch, rows);
    if (batch.node.empty())
        return;
    Node& node = nodeOf(batch.node);
    if (batch.names)
        mapNames(node, batch.source, batch.names);
    if (batch.clock) {
        node.clock = batch.clock;
        rows.clocks.push_back({batch.received, node.ref.index, *batch.clock});
    }
    if (batch.gap)
        rows.gaps.push_back({batch.received, node.ref.index, *batch.gap});
    if (batch.tick)
        applyTick(batch, node, columns, rows);
}

void RecordingIntake::mapNames(Node& node, SourceId source,
                               const std::shared_ptr<const std::vector<std::string>>& names)
{
    if (names == node.names)
        return;
    static const std::vector<std::string> none;
    const auto [known, firstNew] = std::ranges::mismatch(node.names ? *node.names : none, *names);
    const auto kept = static_cast<std::size_t>(firstNew - names->begin());
    node.nameIds.resize(kept);
    for (auto name = firstNew; name != names->end(); ++name)
        node.nameIds.push_back(m_names.intern(*name, NameTable::Owner{node.ref.index, source}).value);
    node.names = names;
}

const LayoutPlacement& RecordingIntake::placementOf(Node& node, const Batch& batch, RecordedRows& rows)
{
    const NodeTick& tick = *batch.tick;
    auto& placements = node.placements;
    const auto known = std::ranges::find_if(placements, [&](const auto& each) { return each.isFor(tick.layout); });
    if (known != placements.end()) {
        std::rotate(placements.begin(), known, known + 1);
        return placements.front();
    }
    placements.emplace(placements.begin(), tick.layout, node.ref, batch.source, m_builder, m_metrics, m_quota);
    if (placements.size() > budget::layoutsPerNode)
        placements.pop_back();
    for (Event& complaint : placements.front().complaints(batch.node, tick.time))
        rows.events.push_back({node.ref.index, node.ref, std::move(complaint)});
    return placements.front();
}

bool RecordingIntake::refusesAsAhead(Node& node, const Batch& batch, TimePoint time, RecordedRows& rows)
{
    if (!node.ahead.refuses(time, batch.received))
        return false;
    if (std::optional<Event> news = node.ahead.news(batch.node, batch.received))
        rows.events.push_back({node.ref.index, node.ref, std::move(*news)});
    return true;
}

bool RecordingIntake::isRepeated(Node& node, std::uint64_t sequence, TimePoint time)
{
    const bool wasSeen = node.seen.note(tickIndexOf(time, node.period));
    const bool isFirst = !std::exchange(node.hasSequence, true);
    const bool isNewer = isFirst || sequence > node.newestSequence || time > node.newestTime;
    node.newestSequence = isFirst ? sequence : std::max(sequence, node.newestSequence);
    if (isNewer)
        node.newestTime = time;
    return wasSeen && !isNewer;
}

void RecordingIntake::applyTick(const Batch& batch, Node& node, ColumnAssembly& columns, RecordedRows& rows)
{
    const NodeTick& tick = *batch.tick;
    const Duration shift = node.correction.shiftFor(tick.time, batch.received, node.clock, m_tickPeriod);
    const TimePoint time = shifted(tick.time, shift);
    if (refusesAsAhead(node, batch, time, rows))
        return;
    const LayoutPlacement* const placement = tick.layout ? &placementOf(node, batch, rows) : nullptr;
    const TickIndex index = tickIndexOf(time, m_tickPeriod);
    if (!node.hasShift || node.shift.shift != shift) {
        node.shift = {index, node.ref.index, shift};
        if (node.hasShift || shift != Duration{})
            rows.shifts.push_back(node.shift);
        node.hasShift = true;
    }
    if (!m_presence.isValid())
        m_presence = m_metrics.add(presenceMetric());
    constexpr float hasReported = 1;
    const PlacementRun presence{m_presence, node.ref.index, 1, 0};
    columns.write(index, {&presence, 1}, {&hasReported, 1});
    columns.write(index, placement ? placement->runs() : std::span<const PlacementRun>(), tick.values);
    if (!isRepeated(node, batch.sequence, tick.time))
        addHappenings(tick, node, placement, rows);
}

void RecordingIntake::addHappenings(const NodeTick& tick, const Node& node, const LayoutPlacement* placement,
                                    RecordedRows& rows)
{
    const auto entityAt = [&](std::uint32_t at) {
        return placement ? placement->entity(at) : node.ref;
    };
    for (const Span& span : tick.spans) {
        RecordedSpan recorded{node.ref.index,
                              entityAt(span.entity),
                              nameAt(node.nameIds, span.lane),
                              nameAt(node.nameIds, span.op),
                              nameAt(node.nameIds, span.communicator),
                              nameAt(node.nameIds, span.job),
                              span.rank,
                              span.step,
                              span.kind,
                              nanoseconds(shifted(span.start, node.shift.shift)),
                              nanoseconds(shifted(span.end, node.shift.shift)),
                              span.sequence,
                              span.bytes};
        rows.spans.push_back(recorded);
    }
    for (const Event& event : tick.events) {
        RecordedEvent recorded{node.ref.index, entityAt(event.entity), event};
        recorded.event.time = shifted(event.time, node.shift.shift);
        rows.events.push_back(std::move(recorded));
    }
}

void RecordingIntake::applyDerived(const MetricDescriptor& metric, TickIndex tick, std::span<const float> values,
                                   ColumnAssembly& columns)
{
    const MetricId id = m_metrics.add(metric);
    if (m_metrics.descriptor(id).entityKind != metric.entityKind)
        return;
    const PlacementRun run{id, 0, static_cast<std::uint32_t>(values.size()), 0};
    columns.write(tick, {&run, 1}, values);
}

RecordedRows RecordingIntake::standing() const
{
    RecordedRows rows;
    for (const auto& [source, state] : m_states)
        rows.states.push_back(state);
    for (const auto& [name, node] : m_nodes) {
        if (node->identity)
            rows.identities.push_back({{}, node->ref.index, node->identity});
        if (node->clock)
            rows.clocks.push_back({{}, node->ref.index, *node->clock});
        if (node->hasShift && node->shift.shift != Duration{})
            rows.shifts.push_back(node->shift);
    }
    return rows;
}

} // namespace lockstep
