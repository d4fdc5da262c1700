// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/batchptr.h"
#include "models/core/gap.h"
#include "models/core/sourcestatus.h"
#include "models/ingest/derived.h"
#include "models/ingest/metrictable.h"
#include "models/ingest/tickplacer.h"
#include "models/store/columns/changeset.h"
#include "models/store/columns/columnsource.h"
#include "models/store/events/eventlog.h"
#include "models/store/nodestates.h"
#include "models/store/storedspans.h"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lockstep {

class ColumnStore;
class ComputedColumns;
class PastSpans;
class PointwiseColumns;
class ReportedTicks;
class SpanSource;
struct NodeTick;
struct PlacedSpans;
struct RecordedFacts;

/// Maximum number of gaps per node; the oldest are dropped first (the count of missed ticks is kept).
inline constexpr std::size_t maxGaps = 256;

/// Inserts @p gap in order of time, and joins it with adjacent gaps of the same reason.
void insertGap(std::vector<Gap>& gaps, Gap gap);

/// Drops gaps that ended before @p time. @return whether there were any
bool forgetGapsBefore(std::vector<Gap>& gaps, TimePoint time);

struct StoreLimits
{
    Duration tickPeriod = std::chrono::seconds(1); ///< of the grid on which all nodes' ticks are placed
    /// Time for which columns and spans stay in memory. Columns are dropped in whole blocks, so a little more is kept.
    Duration history = std::chrono::minutes(10);
    /// Memory limit of spans. It may shorten the time for which they are kept; see ClusterStore::spansKeptSince().
    std::size_t spanBytes = std::size_t{288} << 20U;
    Feed feed = Feed::Live;
};

/// State of the cluster: topology, metrics, columns in memory, spans, events, states of nodes and sources. Written and
/// read on the GUI thread only, so painting needs no lock. Changed only by apply(), in order of arrival, so that live
/// and replay are the same.
class ClusterStore final : public ColumnSource
{
public:
    explicit ClusterStore(StoreLimits limits = {});
    ~ClusterStore() override;

    /// Starts from a cluster file's topology; nodes that report are matched by name. Call before the first batch:
    /// entities get new indices, so earlier data is discarded, except metrics and descriptions of sources.
    void setTopology(TopologyPtr topology);

    /// Moves a rack: a new topology in which all indices stay the same.
    [[nodiscard]] ChangeSet moveRack(EntityRef rack, float x, float z);

    /// Assigns entities, columns and times to new data, once for all consumers. Apply the result afterwards.
    [[nodiscard]] PlacedBatches place(std::span<const BatchPtr> batches);
    /// Returns the id of a name, for batches that are placed elsewhere, such as those of a recording. The id is valid
    /// until names are renewed, which only advance() does.
    [[nodiscard]] NameId internName(std::string_view name) { return m_spans.inMemory().names().intern(name); }
    /// Applies placed batches, which must use the ids of this store. The spans and events of a repeated tick are not
    /// added again; a late tick fills its column but does not replace newer values.
    [[nodiscard]] ChangeSet apply(const PlacedBatches& placed);
    [[nodiscard]] ChangeSet apply(std::span<const BatchPtr> batches) { return apply(place(batches)); }
    /// Sets the source of ticks that are not in memory; null: none. Must outlive the store, or be removed first.
    void setColdColumns(const ColdColumns* cold)
    {
        m_cold = cold;
        m_spans.setRecording(cold);
    }
    /// Sets the source of metrics that are computed on read; null: none. Must outlive the store, or be removed first.
    void setComputedColumns(const ComputedColumns* computed) { m_computed = computed; }
    /// Declares metrics whose values are not in memory.
    [[nodiscard]] ChangeSet declare(std::span<const MetricDescriptor> metrics);
    /// Describes a derived metric, and whether it is offered in lists.
    [[nodiscard]] ChangeSet describe(MetricId metric, const MetricDescriptor& descriptor, bool isOffered);
    /// Adds the facts of a recording other than columns and spans. Call once, after setTopology() and setColdColumns().
    /// If there are more events than events() can hold, it holds those nearest to now().
    [[nodiscard]] ChangeSet ingestRecorded(RecordedFacts facts);
    /// All events of a recording, in order of time.
    [[nodiscard]] std::span<const DerivedEvent> recordedEvents() const { return m_events.recorded(); }

    /// Adds results of analyses. A column whose tick is not in memory is ignored; results do not count as samples.
    [[nodiscard]] ChangeSet applyDerived(const Derived& derived);
    /// Advances time: nodes without data for two of their ticks become stale, old history is dropped.
    [[nodiscard]] ChangeSet advance(TimePoint now);
    /// Makes current() and freshness() refer to a moment in the past, while live data continues; nullopt: now. For a
    /// file this is advance() to that moment.
    [[nodiscard]] ChangeSet setViewTime(std::optional<TimePoint> moment);
    /// The moment to which current() and freshness() refer; nullopt: now.
    [[nodiscard]] std::optional<TimePoint> viewTime() const
    {
        return m_limits.feed == Feed::File ? std::optional(m_now) : m_viewTime;
    }

    [[nodiscard]] TimePoint now() const
    {
        return m_now;
    } ///< time of the last advance(), by the local clock; ages refer to it
    [[nodiscard]] const TopologyPtr& topology() const { return m_topology; }
    [[nodiscard]] const MetricTable& metrics() const { return m_metrics; }
    [[nodiscard]] Duration tickPeriod() const { return m_limits.tickPeriod; }
    [[nodiscard]] Duration history() const { return m_limits.history; } ///< how far back columns and spans are kept

    /// All available ticks, in memory or cold (see ColdColumns), oldest to newest + 1.
    [[nodiscard]] TickRange ticks() const override;
    /// Long parts of that range without recorded data, in order.
    [[nodiscard]] std::vector<TimeRange> pauses() const;
    /// Ticks in memory only.
    [[nodiscard]] TickRange ticksInMemory() const;
    /// Ticks for analyses: those in memory or, of a file, all.
    [[nodiscard]] TickRange ticksToAnalyse() const { return m_limits.feed == Feed::File ? ticks() : ticksInMemory(); }
    [[nodiscard]] std::span<const float> column(MetricId metric, TickIndex tick) const override;
    void series(MetricId metric, std::uint32_t entity, TickRange range, std::vector<float>& out) const override;
    /// For data that is not in memory: see ColdColumns. Data in memory must be read tick by tick.
    [[nodiscard]] std::optional<std::span<const float>> coldExtremes(MetricId metric, TickRange ticks,
                                                                     Extreme extreme) const;
    /// See ColdColumns.
    [[nodiscard]] Duration summaryStep(TickRange ticks) const
    {
        return m_cold ? m_cold->summaryStep(ticks) : Duration{};
    }
    [[nodiscard]] std::optional<ColdColumns::Steps> coldStepsAtHand(MetricId metric, TickRange ticks) const;
    [[nodiscard]] Availability available(MetricId metric, TickRange range) const override;
    /// The newest value that each entity ever reported, regardless of its age; see freshness().
    [[nodiscard]] std::span<const float> latest(MetricId metric) const;
    /// The newest values or, in the past, those at the moment shown.
    [[nodiscard]] std::span<const float> current(MetricId metric) const;

    /// Current state of the node's connection, regardless of the moment shown. See freshness().
    [[nodiscard]] const NodeStatus& node(EntityRef node) const { return m_nodes.all()[node.index]; }
    /// Freshness of the entity's node at the moment shown. For an entity outside nodes: of the node that reported it
    /// last. In the past: whether the node had reported within two of its ticks before that moment.
    [[nodiscard]] Freshness freshness(EntityRef entity) const;
    /// The node's telemetry at the moment that is shown.
    [[nodiscard]] NodeMoment nodeAtMoment(EntityRef node) const { return m_nodes.atMoment(node.index, evidence()); }
    [[nodiscard]] const std::vector<SourceStatus>& sources() const { return m_sources; } ///< by SourceId

    /// All known lanes, and those of their spans that are in memory. See laneSpans().
    [[nodiscard]] const SpanStore& spans() const { return m_spans.inMemory(); }
    /// Spans that ended earlier may have been dropped from memory.
    [[nodiscard]] TimePoint spansKeptSince() const { return m_spans.keptSince(); }
    /// Sets the source of spans that are not in memory; null: none. Must outlive the store, or be removed first.
    void setSpanSource(const SpanSource* source) { m_spans.setSource(source); }
    [[nodiscard]] const SpanSource* spanSource() const { return m_spans.source(); }
    /// Maps lanes and names of loaded spans to those of the store.
    [[nodiscard]] std::shared_ptr<const PlacedSpans> place(std::shared_ptr<const PastSpans> read)
    {
        return m_spans.place(std::move(read));
    }
    /// The spans of a lane within a range, and some beyond it, from memory and the recording. Excludes spans that have
    /// not been read yet; see spansAvailable().
    [[nodiscard]] LaneSpans laneSpans(std::size_t lane, TimeRange within) const { return m_spans.lane(lane, within); }
    /// Availability of the spans of a range, in order.
    [[nodiscard]] std::vector<AvailableRange> spansAvailable(TimeRange range) const { return m_spans.available(range); }
    /// Parts of a range whose spans were recorded but are not in memory, in order.
    [[nodiscard]] std::vector<TimeRange> spansOnDisk(TimeRange range) const { return m_spans.onDisk(range); }
    [[nodiscard]] const EventLog& events() const { return m_events.log(); }
    /// The events from which alerts are computed.
    [[nodiscard]] const AlertEventLog& reported() const { return m_events.reported(); }
    /// Whether data was received around that moment. If not, the absence of alerts means nothing.
    [[nodiscard]] bool hasDataAt(TimePoint moment) const;

    [[nodiscard]] std::uint64_t samplesApplied() const { return m_samplesApplied; }
    [[nodiscard]] std::uint64_t batchesApplied() const { return m_batchesApplied; }
    [[nodiscard]] std::size_t memoryBytes() const;

private:
    void applyPlaced(const PlacedBatch& placed, ChangeSet& changes);
    void applyStatus(const Batch& batch, ChangeSet& changes);
    void applyTick(const PlacedBatch& placed, ChangeSet& changes);
    [[nodiscard]] bool applyValues(const NodeTick& tick, const PlacedTick& place, ChangeSet& changes);
    void applySpansAndEvents(const PlacedBatch& placed, ChangeSet& changes);
    void rollAfterClockStep(TimePoint received, ChangeSet& changes);
    void publishTopology(const TopologyPtr& topology, ChangeSet& changes);
    [[nodiscard]] NodeStates::Evidence evidence() const;
    void dropOldHistory(ChangeSet& changes);
    void computePointwise(ChangeSet& changes);
    void assumeTicksReceived();
    [[nodiscard]] TimeRange timesOf(TickRange ticks) const;

    StoreLimits m_limits;
    TopologyPtr m_topology;
    MetricTable m_metrics;
    std::unique_ptr<ColumnStore> m_columns;
    std::unique_ptr<PointwiseColumns> m_pointwise; ///< of m_columns
    std::unique_ptr<ReportedTicks> m_reported;
    const ColdColumns* m_cold = nullptr;
    const ComputedColumns* m_computed = nullptr;
    StoredSpans m_spans{m_limits.tickPeriod, m_limits.spanBytes, m_limits.feed == Feed::File};
    TickPlacer m_placer{m_limits.tickPeriod, m_metrics, m_spans.inMemory().names()};
    StoredEvents m_events;
    std::optional<TimePoint> m_firstTick; ///< first tick received
    NodeStates m_nodes;
    std::vector<SourceStatus> m_sources; ///< by SourceId
    std::optional<TimePoint> m_viewTime; ///< while live; nullopt: now
    TimePoint m_now; ///< local clock at the last advance()
    std::uint64_t m_samplesApplied = 0;
    std::uint64_t m_batchesApplied = 0;
};

} // namespace lockstep
