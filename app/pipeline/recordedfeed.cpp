// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/pipeline/recordedfeed.h"

#include "models/core/batch.h"
#include "models/core/metric.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <unordered_map>
#include <utility>

namespace lockstep {

/// The values of 64 ticks.
struct RecordedFeed::Block
{
    std::vector<RecordedBlock> metrics; ///< by the recording's id
    MetricId presence; ///< invalid: not reported

    [[nodiscard]] float value(MetricId metric, TickIndex tick, std::uint32_t entity) const
    {
        const std::span<const float> row = metrics[metric.value].row(tick);
        return entity < row.size() ? row[entity] : noData;
    }
    [[nodiscard]] bool hasReported(std::uint32_t node, TickIndex tick) const
    {
        return !presence.isValid() || !std::isnan(value(presence, tick, node));
    }
};

/// A node's layout and names, and what it is still to tell.
class RecordedFeed::Teller
{
public:
    /// @param node invalid: a reporter of entities that belong to none, where no node was recorded
    Teller(const Recording& recording, EntityRef node)
        : m_topology(*recording.topology()),
          m_metrics(recording.metrics()),
          m_recordedNames(recording.names()),
          m_node(node),
          m_name(node.isValid() ? m_topology.name(node) : std::string("recording")),
          m_own(layoutWith({}))
    { }

    void add(const RecordedSpan& span) { m_spans.push_back(span); }
    void add(RecordedEvent event) { m_events.push_back(std::move(event)); }

    /// @param outsiders entities that belong to no node, of which it is to tell, too
    [[nodiscard]] BatchPtr tell(const Block& block, TickIndex tick, TimePoint time,
                                std::span<const EntityRef> outsiders)
    {
        if (!outsiders.empty() && !m_withOutsiders.layout)
            m_withOutsiders = layoutWith(outsiders);
        const Reported& reported = outsiders.empty() ? m_own : m_withOutsiders;
        auto batch = std::make_shared<Batch>();
        batch->source = SourceId{0};
        batch->received = time;
        batch->node = m_name;
        batch->sequence = static_cast<std::uint64_t>(tick);
        batch->tick.emplace();
        batch->tick->time = time;
        batch->tick->layout = reported.layout;
        for (const auto& [metric, entities] : reported.columns) {
            for (const std::uint32_t entity : entities)
                batch->tick->values.push_back(block.value(metric, tick, entity));
        }
        const auto nameCount = m_names.size();
        reportSpansAndEvents(reported, time, *batch->tick);
        if (m_names.size() != nameCount || !m_reportedNames)
            m_reportedNames = std::make_shared<std::vector<std::string>>(m_names);
        batch->names = m_reportedNames;
        return batch;
    }

private:
    struct Reported
    {
        std::shared_ptr<const NodeLayout> layout;
        std::map<EntityRef, std::uint32_t> places;
        std::vector<std::pair<MetricId, std::vector<std::uint32_t>>> columns; ///< entities by the recording's index
    };

    Reported layoutWith(std::span<const EntityRef> outsiders)
    {
        auto layout = std::make_shared<NodeLayout>();
        layout->id = outsiders.empty() ? 1 : 2;
        layout->entities.push_back({EntityKind::Node, m_name, 0, {}});
        Reported reported;
        std::vector<EntityRef> all;
        if (m_node.isValid()) {
            reported.places.emplace(m_node, 0);
            all.push_back(m_node);
        }
        for (std::size_t at = 0; at < all.size(); ++at)
            std::ranges::copy(m_topology.children(all[at]), std::back_inserter(all));
        all.insert(all.end(), outsiders.begin(), outsiders.end());
        for (const EntityRef each : all)
            place(each, reported.places, *layout);
        addColumns(all, reported, *layout);
        reported.layout = std::move(layout);
        return reported;
    }

    std::uint32_t place(EntityRef ref, std::map<EntityRef, std::uint32_t>& places, NodeLayout& layout) const
    {
        if (const auto known = places.find(ref); known != places.end())
            return known->second;
        std::uint32_t parent = EntityDescriptor::clusterScope;
        if (m_topology.contains(m_topology.parent(ref)))
            parent = place(m_topology.parent(ref), places, layout);
        const auto at = static_cast<std::uint32_t>(layout.entities.size());
        layout.entities.push_back({ref.kind, m_topology.name(ref), parent, {}});
        places.emplace(ref, at);
        return at;
    }

    void addColumns(const std::vector<EntityRef>& all, Reported& reported, NodeLayout& layout) const
    {
        for (std::uint32_t id = 0; id < m_metrics.size(); ++id) {
            const MetricDescriptor& metric = m_metrics.descriptor(MetricId{id});
            ColumnDescriptor column{static_cast<std::uint32_t>(layout.metrics.size()), {}};
            std::vector<std::uint32_t> entities;
            for (const EntityRef each : all) {
                if (each.kind != metric.entityKind)
                    continue;
                column.entities.push_back(reported.places.at(each));
                entities.push_back(each.index);
            }
            if (entities.empty() || metric.name == presenceMetric().name)
                continue;
            layout.metrics.push_back(metric);
            layout.columns.push_back(std::move(column));
            reported.columns.emplace_back(MetricId{id}, std::move(entities));
        }
    }

    /// Those that were over by then.
    void reportSpansAndEvents(const Reported& reported, TimePoint time, NodeTick& tick)
    {
        const auto placeOf = [&](EntityRef entity) {
            const auto known = reported.places.find(entity);
            return known == reported.places.end() ? 0 : known->second;
        };
        const auto isLater = [time](TimePoint when) {
            return when > time;
        };
        const auto laterSpans = std::ranges::stable_partition(
            m_spans, [&](const RecordedSpan& span) { return !isLater(TimePoint(Duration(span.endNs))); });
        for (auto recorded = m_spans.begin(); recorded != laterSpans.begin(); ++recorded) {
            Span span = spanOf(*recorded);
            span.entity = placeOf(recorded->entity);
            span.lane = nameOf(recorded->lane);
            span.op = nameOf(recorded->op);
            span.communicator = nameOf(recorded->communicator);
            span.job = nameOf(recorded->job);
            tick.spans.push_back(span);
        }
        m_spans.erase(m_spans.begin(), laterSpans.begin());
        const auto laterEvents = std::ranges::stable_partition(
            m_events, [&](const RecordedEvent& recorded) { return !isLater(recorded.event.time); });
        for (auto recorded = m_events.begin(); recorded != laterEvents.begin(); ++recorded) {
            recorded->event.entity = placeOf(recorded->entity);
            tick.events.push_back(std::move(recorded->event));
        }
        m_events.erase(m_events.begin(), laterEvents.begin());
    }

    std::uint32_t nameOf(std::uint32_t recorded)
    {
        const auto [known, isNew] = m_indices.try_emplace(recorded, static_cast<std::uint32_t>(m_names.size()));
        if (isNew)
            m_names.push_back(m_recordedNames.name(NameId{recorded}));
        return known->second;
    }

    const Topology& m_topology;
    const MetricTable& m_metrics;
    const NameTable& m_recordedNames;
    EntityRef m_node;
    std::string m_name;
    Reported m_own;
    Reported m_withOutsiders;
    std::vector<RecordedSpan> m_spans; ///< to be reported
    std::vector<RecordedEvent> m_events;
    std::vector<std::string> m_names{1}; ///< a node's own: a cluster has thousands
    std::unordered_map<std::uint32_t, std::uint32_t> m_indices{{0, 0}}; ///< by the recording's: 0 is no name
    std::shared_ptr<const std::vector<std::string>> m_reportedNames;
};

RecordedFeed::RecordedFeed(Recording& recording, TimePoint from) : m_recording(recording)
{
    m_rows = recording.standing(TimePoint::max());
    m_rows.gaps = recording.gaps({TimePoint::min(), TimePoint::max()});
    std::ranges::stable_sort(m_rows.identities, {}, &RecordedIdentity::received);
    std::ranges::stable_sort(m_rows.gaps, {}, &RecordedGap::received);
    m_nextGap = static_cast<std::size_t>(std::ranges::lower_bound(m_rows.gaps, from, {}, &RecordedGap::received)
                                         - m_rows.gaps.begin());
    const Topology& topology = *recording.topology();
    for (std::uint32_t kind = 0; kind < entityKindCount; ++kind) {
        for (std::uint32_t index = 0; index < topology.count(static_cast<EntityKind>(kind)); ++index) {
            const EntityRef entity{static_cast<EntityKind>(kind), index};
            if (!topology.ancestor(entity, EntityKind::Node).isValid())
                m_outsiders.push_back(entity);
        }
    }
}

RecordedFeed::~RecordedFeed() = default;

RecordedFeed::Teller& RecordedFeed::tellerOf(std::uint32_t node)
{
    std::unique_ptr<Teller>& teller = m_tellers[node];
    if (!teller)
        teller = std::make_unique<Teller>(m_recording,
                                          m_recording.topology()->contains({EntityKind::Node, node})
                                              ? EntityRef{EntityKind::Node, node}
                                              : EntityRef{});
    return *teller;
}

/// Those that end within the block: what reaches over its end is reported by the next one.
void RecordedFeed::readSpansAndEvents(TickIndex first)
{
    const Duration period = m_recording.tickPeriod();
    const TimeRange range{timeOfTick(first - 1, period) + Duration(1),
                          timeOfTick(first + RecordedBlock::ticks - 1, period) + Duration(1)};
    const Topology& topology = *m_recording.topology();
    const auto isKnown = [&](std::uint32_t node) {
        return topology.contains({EntityKind::Node, node});
    };
    for (const RecordedSpan& span : m_recording.spans(range)) {
        if (isKnown(span.node) && range.contains(TimePoint(Duration(span.endNs))))
            tellerOf(span.node).add(span);
    }
    for (RecordedEvent& event : m_recording.events(range)) {
        if (isKnown(event.node))
            tellerOf(event.node).add(std::move(event));
    }
}

void RecordedFeed::reportRows(TimePoint upTo, std::vector<BatchPtr>& out)
{
    const Topology& topology = *m_recording.topology();
    const auto tell = [&](std::uint32_t node, auto&& add) {
        if (!topology.contains({EntityKind::Node, node}))
            return;
        auto batch = std::make_shared<Batch>();
        batch->source = SourceId{0};
        batch->received = upTo;
        batch->node = topology.name({EntityKind::Node, node});
        add(*batch);
        out.push_back(std::move(batch));
    };
    for (; m_nextIdentity < m_rows.identities.size(); ++m_nextIdentity) {
        const RecordedIdentity& each = m_rows.identities[m_nextIdentity];
        if (each.received > upTo)
            break;
        tell(each.node, [&](Batch& batch) { batch.identity = each.identity; });
    }
    for (; m_nextGap < m_rows.gaps.size() && m_rows.gaps[m_nextGap].received <= upTo; ++m_nextGap)
        tell(m_rows.gaps[m_nextGap].node, [&](Batch& batch) { batch.gap = m_rows.gaps[m_nextGap].gap; });
}

void RecordedFeed::reportTick(const Block& block, TickIndex tick, std::vector<BatchPtr>& out)
{
    const TimePoint time = timeOfTick(tick, m_recording.tickPeriod());
    reportRows(time, out);
    // The first to report tells of what belongs to none.
    std::span<const EntityRef> outsiders = m_outsiders;
    const auto nodes = static_cast<std::uint32_t>(m_recording.topology()->count(EntityKind::Node));
    for (std::uint32_t node = 0; node < nodes; ++node) {
        if (block.hasReported(node, tick))
            out.push_back(tellerOf(node).tell(block, tick, time, std::exchange(outsiders, {})));
    }
    if (nodes == 0 && !outsiders.empty()) // a cooling loop that was imported by itself
        out.push_back(tellerOf(EntityRef{}.index).tell(block, tick, time, outsiders));
}

RecordedFeed::Ticks RecordedFeed::ticksOfBlock(TickIndex first, TickRange range)
{
    Block block{{}, m_recording.metrics().find(presenceMetric().name)};
    for (std::uint32_t id = 0; id < m_recording.metrics().size(); ++id)
        block.metrics.push_back(m_recording.block(MetricId{id}, first));
    readSpansAndEvents(first);
    Ticks ticks(RecordedBlock::ticks);
    for (TickIndex tick = std::max(first, range.from); tick < std::min(first + RecordedBlock::ticks, range.to); ++tick)
        reportTick(block, tick, ticks[static_cast<std::size_t>(tick - first)]);
    return ticks;
}

} // namespace lockstep
