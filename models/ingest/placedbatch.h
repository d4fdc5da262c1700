// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/batchptr.h"
#include "models/core/event.h"
#include "models/core/gap.h"
#include "models/core/ids.h"
#include "models/core/nodelayout.h"
#include "models/core/topology/topology.h"
#include "models/core/topology/topologybuilder.h"
#include "models/ingest/intakequota.h"
#include "models/ingest/metrictable.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lockstep {

/// Values that are adjacent in a node's tick and in a column.
struct PlacementRun
{
    MetricId metric;
    std::uint32_t firstEntity = 0;
    std::uint32_t count = 0;
    std::uint32_t sourceOffset = 0; ///< into the tick's values
};

/// Where the values of a node's layout belong in the store. Computed once per layout. Invalid indices and entries above
/// a quota are not placed. Immutable; shared by the placed batches.
class LayoutPlacement
{
public:
    LayoutPlacement(std::shared_ptr<const NodeLayout> layout, EntityRef node, SourceId source,
                    TopologyBuilder& topology, MetricTable& metrics, IntakeQuota& quota);
    /// For data with a known placement, as in a recording.
    /// @param runs of the layout's columns
    LayoutPlacement(std::shared_ptr<const NodeLayout> layout, std::vector<EntityRef> entities,
                    std::vector<EntityRef> clusterScoped, std::vector<PlacementRun> runs)
        : m_layout(std::move(layout)),
          m_entities(std::move(entities)),
          m_clusterScoped(std::move(clusterScoped)),
          m_runs(std::move(runs))
    { }

    [[nodiscard]] const std::shared_ptr<const NodeLayout>& layout() const { return m_layout; }
    /// True for the same layout announced again, for example on a new connection.
    [[nodiscard]] bool isFor(const std::shared_ptr<const NodeLayout>& layout) const;

    [[nodiscard]] std::span<const PlacementRun> runs() const { return m_runs; }
    /// The layout's description of the metric in a run.
    [[nodiscard]] const MetricDescriptor& metricOf(const PlacementRun& run) const;
    /// Whether it refers to nodes that were unknown when it was computed and may be known now.
    [[nodiscard]] bool isOutdated(const TopologyBuilder& topology) const
    {
        return m_hasUnknownNodes && topology.count(EntityKind::Node) != m_nodes;
    }
    /// The store's entity for an index into the layout's entities; the node itself for an invalid index.
    [[nodiscard]] EntityRef entity(std::uint32_t index) const;
    /// Entities outside nodes, which belong to the last reporter.
    [[nodiscard]] std::span<const EntityRef> clusterScoped() const { return m_clusterScoped; }
    /// Events about parts of the layout that are not placed, for example a metric that belongs to another kind of
    /// entity.
    [[nodiscard]] std::vector<Event> complaints(const std::string& node, TimePoint time) const;

private:
    void placeColumn(const ColumnDescriptor& column, std::uint32_t firstValue, MetricTable& metrics,
                     IntakeQuota& quota);
    [[nodiscard]] std::uint32_t widthOf(const ColumnDescriptor& column, EntityKind kind) const;
    void refuse(std::size_t& count, std::string_view what, const std::string& name, const std::string& why);

    std::shared_ptr<const NodeLayout> m_layout;
    SourceId m_source;
    std::vector<EntityRef> m_entities;
    std::vector<EntityRef> m_clusterScoped;
    std::vector<PlacementRun> m_runs;
    std::vector<std::string> m_conflicts;
    std::size_t m_nodes = 0; ///< number of known nodes when this was computed
    bool m_hasUnknownNodes = false;
    std::size_t m_refusedEntities = 0;
    std::size_t m_refusedMetrics = 0;
    std::string m_firstRefusal;
};

/// Order of a tick relative to earlier ones of its node.
enum class TickOrder : std::uint8_t {
    Newest,
    Late, ///< fills its column, but does not replace newer values
    Repeated, ///< received before: its spans and events are not added again
};

/// Where one tick of a node belongs.
struct PlacedTick
{
    TickIndex index = 0; ///< on the grid that all nodes share
    TimePoint time; ///< by the local clock
    TickOrder order = TickOrder::Newest;
    std::shared_ptr<const LayoutPlacement> placement; ///< of its values and entities; null: it has no layout
    std::shared_ptr<const std::vector<NameId>> names; ///< by the node's own indices; null: it has none
    std::vector<EntityRef> jobs{}; ///< jobs of its ranks' spans, each once

    /// The entity of an index into the tick's layout.
    [[nodiscard]] EntityRef entity(std::uint32_t at, EntityRef node) const
    {
        return placement ? placement->entity(at) : node;
    }
    [[nodiscard]] std::span<const PlacementRun> runs() const
    {
        return placement ? placement->runs() : std::span<const PlacementRun>();
    }
    [[nodiscard]] std::span<const NameId> nameIds() const
    {
        return names ? std::span<const NameId>(*names) : std::span<const NameId>();
    }
};

/// A batch with its placement by a TickPlacer. Parts that need no placement are read from the batch itself. A plain
/// value that refers to immutable, shareable data.
struct PlacedBatch
{
    BatchPtr batch;
    TimePoint received; ///< by the local clock; always set
    EntityRef node; ///< invalid: the batch concerns only its source
    Duration period{}; ///< of the node's ticks
    Duration shift{}; ///< subtracted from the node's times to convert them to the local clock
    std::optional<Gap> gap; ///< by the local clock, with the number of ticks that were due
    std::optional<PlacedTick> tick; ///< nullopt: no tick, or a rejected one
    bool isRefused = false; ///< its tick is too far in the future
    std::vector<Event> notices; ///< about the node, created here; events of the tick are in the batch
};

/// Shared by all consumers, on any thread.
using PlacedBatchPtr = std::shared_ptr<const PlacedBatch>;

/// Batches that were placed together, in order.
struct PlacedBatches
{
    std::vector<PlacedBatchPtr> batches;
    TopologyPtr topology; ///< of all their entities
    bool hasNewMetrics = false;
};

} // namespace lockstep
