// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/past/replaybatches.h"

#include "models/core/batch.h"
#include "models/view/timeaxis.h"

#include <algorithm>
#include <map>
#include <unordered_map>

namespace lockstep {

namespace {

/// A node's layout that knows things but no columns, made as things are met.
class ThingsOfNode
{
public:
    ThingsOfNode(const Topology& topology, EntityRef node) : m_topology(topology), m_node(node)
    {
        m_layout->id = 1;
        m_layout->entities.push_back({EntityKind::Node, topology.name(node), 0, {}});
        m_places.emplace(node, 0);
    }

    std::uint32_t placeOf(EntityRef ref)
    {
        if (const auto known = m_places.find(ref); known != m_places.end())
            return known->second;
        std::uint32_t parent = EntityDescriptor::clusterScope;
        if (m_topology.contains(m_topology.parent(ref)))
            parent = placeOf(m_topology.parent(ref));
        const auto place = static_cast<std::uint32_t>(m_layout->entities.size());
        m_layout->entities.push_back({ref.kind, m_topology.name(ref), parent, {}});
        m_places.emplace(ref, place);
        return place;
    }
    [[nodiscard]] std::shared_ptr<const NodeLayout> layout() const { return m_layout; }

private:
    const Topology& m_topology;
    EntityRef m_node;
    std::shared_ptr<NodeLayout> m_layout = std::make_shared<NodeLayout>();
    std::map<EntityRef, std::uint32_t> m_places;
};

/// The names that a node's spans use: a list of its own, because a cluster has thousands and a node has few.
class NamesOfNode
{
public:
    std::uint32_t indexOf(std::uint32_t recorded, const NameTable& table)
    {
        const auto [known, isNew] = m_indices.try_emplace(recorded, static_cast<std::uint32_t>(m_names->size()));
        if (isNew)
            m_names->push_back(table.name(NameId{recorded}));
        return known->second;
    }
    [[nodiscard]] std::shared_ptr<const std::vector<std::string>> list() const { return m_names; }

private:
    std::shared_ptr<std::vector<std::string>> m_names = std::make_shared<std::vector<std::string>>(1);
    std::unordered_map<std::uint32_t, std::uint32_t> m_indices{{0, 0}}; ///< by the recording's: 0 is no name
};

struct Telling
{
    explicit Telling(ThingsOfNode nodesThings) : things(std::move(nodesThings)) { }
    ThingsOfNode things;
    NamesOfNode names;
    NodeTick tick;
};

Span spanFrom(const RecordedSpan& recorded, Telling& telling, const NameTable& table)
{
    Span span = spanOf(recorded);
    span.entity = telling.things.placeOf(recorded.entity);
    span.lane = telling.names.indexOf(recorded.lane, table);
    span.op = telling.names.indexOf(recorded.op, table);
    span.communicator = telling.names.indexOf(recorded.communicator, table);
    span.job = telling.names.indexOf(recorded.job, table);
    return span;
}

/// "2026-11-21 03:12:44 to 04:12:44 UTC"
std::string rangeText(const Recording& recording)
{
    const TickRange ticks = recording.ticks();
    const auto text = [&](TickIndex tick) {
        return formatDateTime(timeOfTick(tick, recording.tickPeriod()));
    };
    return text(ticks.from) + " to " + text(ticks.to);
}

} // namespace

FetchedSpansAndEvents spansAndEventsAsBatches(Recording& recording, TimeRange range)
{
    const Topology& topology = *recording.topology();
    std::map<std::uint32_t, Telling> nodes;
    const auto tellingOf = [&](std::uint32_t node) -> Telling& {
        return nodes.try_emplace(node, ThingsOfNode(topology, {EntityKind::Node, node})).first->second;
    };
    FetchedSpansAndEvents fetched{range, {}, 0};
    for (const RecordedSpan& span : recording.spans(range)) {
        // One that reaches over the range's beginning belongs to the range before.
        if (!topology.contains({EntityKind::Node, span.node}) || span.startNs < range.from.time_since_epoch().count())
            continue;
        Telling& telling = tellingOf(span.node);
        telling.tick.spans.push_back(spanFrom(span, telling, recording.names()));
        ++fetched.spans;
    }
    for (RecordedEvent& event : recording.events(range)) {
        if (!topology.contains({EntityKind::Node, event.node}) || !topology.contains(event.entity))
            continue;
        Telling& telling = tellingOf(event.node);
        event.event.entity = telling.things.placeOf(event.entity);
        telling.tick.events.push_back(std::move(event.event));
    }
    for (auto& [node, telling] : nodes) {
        auto batch = std::make_shared<Batch>();
        batch->source = SourceId{0};
        batch->received = range.to;
        batch->node = topology.name({EntityKind::Node, node});
        batch->names = telling.names.list();
        telling.tick.time = range.to - recording.tickPeriod();
        telling.tick.layout = telling.things.layout();
        batch->sequence = static_cast<std::uint64_t>(tickIndexOf(telling.tick.time, recording.tickPeriod()));
        batch->tick = std::move(telling.tick);
        fetched.batches.push_back(std::move(batch));
    }
    return fetched;
}

std::vector<BatchPtr> introductionsOf(Recording& recording)
{
    const TimePoint end = timeOfTick(recording.ticks().to, recording.tickPeriod()) + std::chrono::minutes(1);
    const RecordedRows rows = recording.standing(end);
    std::vector<BatchPtr> batches;
    auto source = std::make_shared<Batch>();
    source->source = SourceId{0};
    source->received = end;
    source->status = SourceStatus{SourceState::Recorded, recording.path(), rangeText(recording), std::nullopt, 0};
    batches.push_back(std::move(source));
    for (const RecordedIdentity& each : rows.identities) {
        auto batch = std::make_shared<Batch>();
        batch->source = SourceId{0};
        batch->received = each.received;
        batch->node = each.identity->name;
        batch->identity = each.identity;
        batches.push_back(std::move(batch));
    }
    const Topology& topology = *recording.topology();
    // All of them, wherever one looks: how many ticks were lost is said of the whole recording.
    for (const RecordedGap& each : recording.gaps({TimePoint::min(), TimePoint::max()})) {
        if (!topology.contains({EntityKind::Node, each.node}))
            continue;
        auto batch = std::make_shared<Batch>();
        batch->source = SourceId{0};
        batch->received = each.received;
        batch->node = topology.name({EntityKind::Node, each.node});
        batch->gap = each.gap;
        batches.push_back(std::move(batch));
    }
    const bool tellsSilence = recording.metrics().find(presenceMetric().name).isValid();
    for (std::uint32_t node = 0; node < topology.count(EntityKind::Node) && !tellsSilence; ++node) {
        auto batch = std::make_shared<Batch>();
        batch->source = SourceId{0};
        batch->received = end;
        batch->node = topology.name({EntityKind::Node, node});
        batch->tick.emplace();
        batch->tick->time = end;
        batches.push_back(std::move(batch));
    }
    return batches;
}

} // namespace lockstep
