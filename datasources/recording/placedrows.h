// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/recording/columnassembly.h"
#include "datasources/recording/recordedrows.h"
#include "models/ingest/tickplacer.h"

#include <map>
#include <vector>

namespace lockstep {

/// Turns batches, once placed, into rows and columns of a recording, and remembers what holds at present. Its indices
/// are those of a store that begins with the same topology and is given the same batches. Not thread-safe; owned by a
/// recorder.
class PlacedRows
{
public:
    PlacedRows(const TopologyPtr& start, Duration tickPeriod);

    void apply(const BatchPtr& batch, ColumnAssembly& columns, RecordedRows& rows);

    /// One tick of a metric that was computed beside the data, by entity index.
    void applyDerived(const MetricDescriptor& metric, TickIndex tick, std::span<const float> values,
                      ColumnAssembly& columns);

    /// The topology so far; a new version when something was added.
    [[nodiscard]] const TopologyPtr& topology() { return m_placer.topology(); }
    [[nodiscard]] const MetricTable& metrics() const { return m_metrics; }
    [[nodiscard]] const NameTable& names() const { return m_names; }

    /// Forgets names that neither the nodes' next spans nor @p rows have, for a segment that stands alone to have room
    /// for its own; @p rows get their new ids.
    void renewNames(RecordedRows& rows);

    /// What holds at present, for the beginning of a segment that has to stand alone.
    [[nodiscard]] RecordedRows standing() const;

private:
    /// What is known of a node and said again in each segment.
    struct Node
    {
        std::shared_ptr<const NodeIdentity> identity;
        std::optional<ClockOffset> clock;
        std::optional<RecordedShift> shift;
    };

    void noteShift(const PlacedBatch& placed, RecordedRows& rows);
    void addTick(const PlacedBatch& placed, ColumnAssembly& columns, RecordedRows& rows);
    static void addSpansAndEvents(const PlacedBatch& placed, RecordedRows& rows);

    MetricTable m_metrics;
    NameTable m_names;
    TickPlacer m_placer;
    MetricId m_presence; ///< invalid until the first tick
    std::map<std::uint32_t, Node> m_nodes; ///< by index
    std::map<std::uint32_t, RecordedState> m_states; ///< by source
};

} // namespace lockstep
