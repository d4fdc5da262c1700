// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/recording/columnassembly.h"
#include "datasources/recording/recordedrows.h"
#include "models/ingest/metrictable.h"
#include "models/ingest/nametable.h"
#include "models/ingest/placedbatch.h"

#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace lockstep {

/// Converts placed batches into rows and columns of a recording, and tracks the state of nodes and sources that each
/// segment begins with. Node and entity indices are the store's; metrics and names are numbered per recording. Not
/// thread-safe; owned by a recorder.
class PlacedRows
{
public:
    PlacedRows(TopologyPtr topology, Duration tickPeriod)
        : m_tickPeriod(tickPeriod), m_topology(std::move(topology)) { }

    void apply(const PlacedBatch& placed, ColumnAssembly& columns, RecordedRows& rows);

    /// Adds one tick of a derived metric, by entity index.
    void applyDerived(const MetricDescriptor& metric, TickIndex tick, std::span<const float> values,
                      ColumnAssembly& columns);

    /// Topology of the batches applied next.
    void setTopology(TopologyPtr topology) { m_topology = std::move(topology); }
    [[nodiscard]] const TopologyPtr& topology() const { return m_topology; }
    [[nodiscard]] const MetricTable& metrics() const { return m_metrics; }
    [[nodiscard]] const NameTable& names() const { return m_names; }

    /// Drops names that neither the nodes' next spans nor @p rows use, to make room in a self-contained segment; @p
    /// rows get the new ids.
    void renewNames(RecordedRows& rows);

    /// The current state, for the beginning of a self-contained segment.
    [[nodiscard]] RecordedRows standing() const;

private:
    /// State of a node that is repeated in each segment.
    struct Node
    {
        std::shared_ptr<const NodeIdentity> identity;
        std::optional<ClockOffset> clock;
        std::optional<RecordedShift> shift;
        NodeNames names;
    };

    void noteShift(const PlacedBatch& placed, RecordedRows& rows);
    void addTick(const PlacedBatch& placed, ColumnAssembly& columns, RecordedRows& rows);
    void addSpansAndEvents(const PlacedBatch& placed, RecordedRows& rows);
    [[nodiscard]] NodeNames::Ids namesOf(const PlacedBatch& placed, RecordedRows& rows);
    [[nodiscard]] std::span<const PlacementRun> ownRuns(const PlacedTick& tick);
    [[nodiscard]] MetricId addMetric(const MetricDescriptor& metric);

    Duration m_tickPeriod;
    MetricTable m_metrics;
    NameTable m_names;
    TopologyPtr m_topology;
    MetricId m_presence; ///< invalid until the first tick
    MetricId m_offset; ///< invalid until a sample's time differs from its tick
    std::vector<std::optional<MetricId>>
        m_metricOf; ///< by the store's ID; invalid: the metric has another kind here and is not recorded
    std::vector<PlacementRun> m_runs; ///< of the current tick
    std::map<std::uint32_t, Node> m_nodes; ///< by index
    std::map<std::uint32_t, RecordedState> m_states; ///< by source
};

} // namespace lockstep
