// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/analysis/recordedanalysis.h"

#include "models/core/batch.h"
#include "models/core/budget.h"
#include "models/core/metrics/metricnames.h"
#include "models/core/metrics/pointwise.h"
#include "models/core/topology/topologybuilder.h"
#include "models/pipeline/pipeline.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <map>
#include <ranges>
#include <set>
#include <unordered_map>
#include <utility>

namespace lockstep {

namespace {

/// For recordings that do not list their analyses: any of these metrics shows that some ran.
bool hasAnyResult(const std::vector<MetricDescriptor>& metrics)
{
    static constexpr std::array results{
        metrics::gpu::syncWaitShare,  metrics::gpu::thermalResistance,  metrics::gpu::temperatureSteady,
        metrics::node::recirculation, metrics::loop::heatBalance,       metrics::port::trouble,
        metrics::port::falls,         metrics::gpu::collectiveBandwidth};
    return std::ranges::any_of(metrics, [](const MetricDescriptor& metric) {
        return std::ranges::any_of(results, [&](const auto& result) { return metric.name == result; });
    });
}

/// Splits the ticks to analyse at pauses.
std::vector<TickRange> runsOf(const Recording& recording, const std::vector<TickRange>& ticks)
{
    std::vector<TickRange> runs = ticks;
    for (const TickRange& pause : recording.pauses(std::chrono::minutes(5))) {
        std::vector<TickRange> parts;
        for (const TickRange& run : runs) {
            for (const TickRange part :
                 {TickRange{run.from, std::min(run.to, pause.from)}, TickRange{std::max(run.from, pause.to), run.to}}) {
                if (!part.isEmpty())
                    parts.push_back(part);
            }
        }
        runs = std::move(parts);
    }
    return runs;
}

/// The placed ticks of a recording, with the entity ids of the receiving store. A silent node has no tick; if the
/// recording does not contain silences, all nodes report. Blocks are read in order.
class RecordedTicks
{
public:
    /// @param from the first moment of interest: earlier gaps are left out
    RecordedTicks(Recording& recording, ClusterModel& cluster, TimePoint from)
        : m_recording(recording), m_cluster(cluster), m_topology(*recording.topology())
    {
        m_rows = recording.standing(TimePoint::max());
        m_rows.gaps = recording.gaps({TimePoint::min(), TimePoint::max()});
        std::erase_if(m_rows.gaps, [from](const RecordedGap& each) { return each.received < from; });
        std::ranges::stable_sort(m_rows.identities, {}, &RecordedIdentity::received);
        std::ranges::stable_sort(m_rows.gaps, {}, &RecordedGap::received);
        m_nodes.resize(recording.topology()->count(EntityKind::Node), Node{recording.tickPeriod(), {}, {}});
        m_presence = recording.metrics().find(presenceMetric().name);
        cluster.setTopology(recording.topology());
        placeEntities();
        placeMetrics();
    }

    /// The 64 ticks from @p first, with spans and events that end in them.
    void read(TickIndex first)
    {
        for (std::uint32_t id = 0; id < m_blocks.size(); ++id)
            m_blocks[id] = m_recording.block(MetricId{id}, first);
        const Duration period = m_recording.tickPeriod();
        const TimeRange range{timeOfTick(first - 1, period) + Duration(1),
                              timeOfTick(first + RecordedBlock::ticks - 1, period) + Duration(1)};
        for (const RecordedSpan& span : m_recording.spans(range)) {
            if (span.node < m_nodes.size() && range.contains(TimePoint(Duration(span.endNs))))
                m_nodes[span.node].spans.push_back(span);
        }
        for (RecordedEvent& event : m_recording.events(range)) {
            if (event.node < m_nodes.size())
                m_nodes[event.node].events.push_back(std::move(event));
        }
    }

    /// Batches of one tick that was read.
    [[nodiscard]] PlacedBatches at(TickIndex tick)
    {
        PlacedBatches placed;
        const TimePoint time = timeOfTick(tick, m_recording.tickPeriod());
        placeIdentitiesAndGaps(time, placed);
        bool hasValues = false;
        for (std::uint32_t node = 0; node < m_nodes.size(); ++node) {
            if (!hasReported(node, tick))
                continue;
            placed.batches.push_back(placeNode(node, tick, time, !hasValues));
            hasValues = true;
        }
        if (m_nodes.empty()) // e.g. an imported cooling loop alone
            placed.batches.push_back(placeNode(EntityRef{}.index, tick, time, true));
        if (m_topology.hasChanged() || !m_described)
            m_described = m_topology.build();
        placed.topology = m_described;
        return placed;
    }

private:
    struct Node
    {
        Duration period{};
        std::vector<RecordedSpan> spans; ///< not yet placed
        std::vector<RecordedEvent> events;
    };

    /// One index for all entities, by kind.
    void placeEntities()
    {
        const Topology& topology = *m_recording.topology();
        for (std::uint32_t kind = 0; kind < entityKindCount; ++kind) {
            m_firstOfKind[kind] = static_cast<std::uint32_t>(m_entities.size());
            for (std::uint32_t index = 0; index < topology.count(static_cast<EntityKind>(kind)); ++index) {
                const EntityRef entity{static_cast<EntityKind>(kind), index};
                m_entities.push_back(entity);
                if (!topology.ancestor(entity, EntityKind::Node).isValid()
                    && !topology.contains(topology.parent(entity)))
                    m_outsiders.push_back(entity);
            }
        }
    }

    /// Places complete columns, one after another.
    void placeMetrics()
    {
        const MetricTable& recorded = m_recording.metrics();
        m_blocks.resize(recorded.size());
        std::vector<MetricDescriptor> described;
        for (std::uint32_t id = 0; id < recorded.size(); ++id) {
            if (MetricId{id} != m_presence)
                described.push_back(recorded.descriptor(MetricId{id}));
        }
        m_cluster.declare(described);
        std::vector<PlacementRun> runs;
        auto layout = std::make_shared<NodeLayout>();
        for (MetricDescriptor& metric : described) {
            const MetricId own = m_cluster.store().metrics().find(metric.name);
            const auto kind = static_cast<std::uint32_t>(metric.entityKind);
            const auto count = static_cast<std::uint32_t>(m_recording.topology()->count(metric.entityKind));
            if (count == 0 || m_cluster.store().metrics().descriptor(own).entityKind != metric.entityKind)
                continue;
            runs.push_back({own, 0, count, m_valuesATick});
            m_columns.emplace_back(recorded.find(metric.name), m_valuesATick);
            m_valuesATick += count;
            ColumnDescriptor& column = layout->columns.emplace_back();
            column.metric = static_cast<std::uint32_t>(layout->metrics.size());
            for (std::uint32_t index = 0; index < count; ++index)
                column.entities.push_back(m_firstOfKind[kind] + index);
            layout->metrics.push_back(std::move(metric));
        }
        m_withValues = std::make_shared<const LayoutPlacement>(layout, m_entities, m_outsiders, std::move(runs));
        m_withoutValues = std::make_shared<const LayoutPlacement>(
            std::make_shared<NodeLayout>(), m_entities, std::vector<EntityRef>(), std::vector<PlacementRun>());
    }

    [[nodiscard]] bool hasReported(std::uint32_t node, TickIndex tick) const
    {
        if (!m_presence.isValid())
            return true;
        const std::span<const float> row = m_blocks[m_presence.value].row(tick);
        return node < row.size() && !std::isnan(row[node]);
    }

    [[nodiscard]] std::uint32_t placeOf(EntityRef entity, std::uint32_t node) const
    {
        const EntityRef own = m_recording.topology()->contains(entity) ? entity : EntityRef{EntityKind::Node, node};
        return m_firstOfKind[static_cast<std::size_t>(own.kind)] + own.index;
    }

    /// Places records up to @p upTo. A node's identity contains its tick period.
    void placeIdentitiesAndGaps(TimePoint upTo, PlacedBatches& out)
    {
        for (; m_nextIdentity < m_rows.identities.size() && m_rows.identities[m_nextIdentity].received <= upTo;
             ++m_nextIdentity) {
            const RecordedIdentity& each = m_rows.identities[m_nextIdentity];
            if (each.node >= m_nodes.size())
                continue;
            m_topology.describeNode(each.identity);
            m_nodes[each.node].period
                = std::clamp(each.identity->tickPeriod, budget::minTickPeriod, budget::maxTickPeriod);
        }
        for (; m_nextGap < m_rows.gaps.size() && m_rows.gaps[m_nextGap].received <= upTo; ++m_nextGap) {
            const RecordedGap& each = m_rows.gaps[m_nextGap];
            if (each.node >= m_nodes.size())
                continue;
            auto batch = std::make_shared<Batch>();
            batch->source = SourceId{0};
            auto placed = std::make_shared<PlacedBatch>();
            placed->batch = std::move(batch);
            placed->received = upTo;
            placed->node = {EntityKind::Node, each.node};
            placed->period = m_nodes[each.node].period;
            placed->gap = each.gap;
            out.batches.push_back(std::move(placed));
        }
    }

    /// @param withValues include the values of all entities
    [[nodiscard]] PlacedBatchPtr placeNode(std::uint32_t node, TickIndex tick, TimePoint time, bool withValues)
    {
        auto batch = std::make_shared<Batch>();
        batch->source = SourceId{0};
        batch->received = time;
        batch->sequence = static_cast<std::uint64_t>(tick);
        batch->tick.emplace().time = time;
        auto placed = std::make_shared<PlacedBatch>();
        placed->received = time;
        PlacedTick& place = placed->tick.emplace();
        place.index = tick;
        place.time = time;
        place.placement = withValues ? m_withValues : m_withoutValues;
        if (withValues)
            batch->tick->values = valuesAt(tick);
        if (node < m_nodes.size()) {
            placed->node = {EntityKind::Node, node};
            placed->period = m_nodes[node].period;
            placeSpansAndEvents(node, *batch->tick, place);
        }
        placed->batch = std::move(batch);
        return placed;
    }

    [[nodiscard]] std::vector<float> valuesAt(TickIndex tick) const
    {
        std::vector<float> values(m_valuesATick, noData);
        for (const auto& [metric, offset] : m_columns) {
            const std::span<const float> row = m_blocks[metric.value].row(tick);
            const std::size_t width = std::min(
                row.size(),
                std::size_t{m_recording.topology()->count(m_recording.metrics().descriptor(metric).entityKind)});
            std::ranges::copy(row.first(width), values.begin() + offset);
        }
        return values;
    }

    /// Places spans and events that ended by this tick.
    void placeSpansAndEvents(std::uint32_t index, NodeTick& tick, PlacedTick& place)
    {
        Node& node = m_nodes[index];
        const auto laterSpans = std::ranges::stable_partition(
            node.spans, [&](const RecordedSpan& span) { return TimePoint(Duration(span.endNs)) <= tick.time; });
        auto names = std::make_shared<std::vector<NameId>>();
        m_inTick.clear();
        for (const RecordedSpan& recorded : std::ranges::subrange(node.spans.begin(), laterSpans.begin())) {
            Span span = spanOf(recorded);
            span.entity = placeOf(recorded.entity, index);
            for (std::uint32_t* const name : {&span.lane, &span.op, &span.communicator, &span.job})
                *name = placeName(*name, *names);
            tick.spans.push_back(span);
            const EntityRef job = span.rank == Span::noRank ? EntityRef{} : jobOf(recorded.job);
            if (job.isValid() && std::ranges::find(place.jobs, job) == place.jobs.end())
                place.jobs.push_back(job);
        }
        place.names = std::move(names);
        node.spans.erase(node.spans.begin(), laterSpans.begin());
        const auto laterEvents = std::ranges::stable_partition(
            node.events, [&](const RecordedEvent& recorded) { return recorded.event.time <= tick.time; });
        for (RecordedEvent& recorded : std::ranges::subrange(node.events.begin(), laterEvents.begin())) {
            recorded.event.entity = placeOf(recorded.entity, index);
            tick.events.push_back(std::move(recorded.event));
        }
        node.events.erase(node.events.begin(), laterEvents.begin());
    }

    /// @return the name's index within the tick
    [[nodiscard]] std::uint32_t placeName(std::uint32_t recorded, std::vector<NameId>& names)
    {
        const auto [known, isNew] = m_inTick.try_emplace(recorded, static_cast<std::uint32_t>(names.size()));
        if (isNew)
            names.push_back(m_cluster.internName(m_recording.names().name(NameId{recorded})));
        return known->second;
    }

    [[nodiscard]] EntityRef jobOf(std::uint32_t name)
    {
        const auto [known, isNew] = m_jobs.try_emplace(name);
        if (isNew)
            known->second = m_recording.topology()->find(EntityKind::Job, {}, m_recording.names().name(NameId{name}));
        return known->second;
    }

    Recording& m_recording;
    ClusterModel& m_cluster;
    TopologyBuilder m_topology; ///< including node identities read so far
    TopologyPtr m_described;
    std::vector<Node> m_nodes; ///< by index
    std::vector<EntityRef> m_entities;
    std::array<std::uint32_t, entityKindCount> m_firstOfKind{}; ///< in m_entities
    std::vector<EntityRef> m_outsiders; ///< entities that belong to no node
    /// By the recording's id, with the start of their values.
    std::vector<std::pair<MetricId, std::uint32_t>> m_columns;
    std::uint32_t m_valuesATick = 0;
    std::shared_ptr<const LayoutPlacement> m_withValues;
    std::shared_ptr<const LayoutPlacement> m_withoutValues;
    std::vector<RecordedBlock> m_blocks; ///< by the recording's id
    MetricId m_presence; ///< invalid: not recorded
    RecordedRows m_rows; ///< identities and gaps by arrival
    std::size_t m_nextIdentity = 0;
    std::size_t m_nextGap = 0;
    std::unordered_map<std::uint32_t, std::uint32_t> m_inTick; ///< names of the current tick, by the recording's id
    std::unordered_map<std::uint32_t, EntityRef> m_jobs; ///< by the recording's name
};

/// Adds metrics computed pointwise from results, which a reader of the recording alone cannot compute.
void addPointwise(const ClusterStore& store, Derived& found)
{
    std::map<MetricId, std::set<TickIndex>> ticks; // by pointwise metric
    for (const PointwiseMetric& row : pointwiseMetrics()) {
        const MetricId metric = store.metrics().find(row.descriptor.name);
        for (const DerivedColumn& column : found.columns) {
            if (metric.isValid() && std::ranges::find(row.inputs, column.metric.name) != row.inputs.end())
                ticks[metric].insert(column.tick);
        }
    }
    for (const auto& [metric, all] : ticks) {
        for (const TickIndex tick : all) {
            if (const auto values = store.column(metric, tick); !values.empty())
                found.columns.push_back({store.metrics().descriptor(metric), tick, {values.begin(), values.end()}, {}});
        }
    }
}

} // namespace

MissingResults missingResults(const Recording& recording)
{
    const std::vector<std::string> all = analysisNames();
    MissingResults missing;
    for (const Recording::Made& made : recording.made()) {
        if (made.analyses.empty() && hasAnyResult(made.metrics))
            continue;
        bool isWhole = true;
        for (const std::string& name : all) {
            if (std::ranges::find(made.analyses, name) != made.analyses.end())
                continue;
            isWhole = false;
            if (std::ranges::find(missing.analyses, name) == missing.analyses.end())
                missing.analyses.push_back(name);
        }
        if (isWhole || made.ticks.isEmpty())
            continue;
        if (!missing.ticks.empty() && missing.ticks.back().to >= made.ticks.from)
            missing.ticks.back().to = std::max(missing.ticks.back().to, made.ticks.to);
        else
            missing.ticks.push_back(made.ticks);
    }
    return missing;
}

void analyseRecording(Recording& recording, const MissingResults& missing, const std::stop_token& stop,
                      const std::function<void(Derived found, double share)>& use)
{
    TickIndex all = 0;
    for (const TickRange& range : missing.ticks)
        all += range.length();
    std::vector<AnalysisRow> rows;
    for (const AnalysisRow& row : analysisTable()) {
        if (std::ranges::find(missing.analyses, row.name) != missing.analyses.end())
            rows.push_back(row);
    }
    TickIndex done = 0;
    LearnedBaselines learned;
    for (const TickRange& range : runsOf(recording, missing.ticks)) {
        Derived found;
        Pipeline pipeline(Pipeline::liveOnlyLimits(recording.tickPeriod()), learned, rows);
        QObject::connect(&pipeline.cluster(), &ClusterModel::derivedApplied, &pipeline.cluster(),
                         [&found](const Derived& derived) {
                             std::ranges::copy(derived.columns, std::back_inserter(found.columns));
                             std::ranges::copy(derived.events, std::back_inserter(found.events));
                         });
        RecordedTicks ticks(recording, pipeline.cluster(), timeOfTick(range.from, recording.tickPeriod()));
        for (const TickIndex first : recording.blocksWithin(range)) {
            ticks.read(first);
            for (TickIndex tick = std::max(first, range.from);
                 tick < std::min(first + RecordedBlock::ticks, range.to) && !stop.stop_requested(); ++tick) {
                pipeline.step(ticks.at(tick), timeOfTick(tick, recording.tickPeriod()), stop);
                ++done;
            }
            if (stop.stop_requested())
                return;
            addPointwise(pipeline.store(), found);
            use(std::exchange(found, {}), static_cast<double>(done) / static_cast<double>(all));
        }
    }
}

} // namespace lockstep
