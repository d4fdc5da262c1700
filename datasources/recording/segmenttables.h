// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/sqlite/database.h"
#include "models/core/metric.h"
#include "models/core/topology/topology.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace lockstep {

/// Metrics, names and topology of one segment, by id. Append-only while the segment is written, so a copy stays valid
/// and need not be read again. A plain value.
class SegmentTables
{
public:
    SegmentTables() = default;
    /// @param schema version of the segment's tables
    explicit SegmentTables(std::int64_t schema) : m_schema(schema) { }
    [[nodiscard]] std::int64_t schema() const { return m_schema; }

    /// Reads what may have grown.
    Status refresh(Database& database);
    Status readTopology(Database& database);
    /// If the segment has the same entities as @p neighbour, they are not read again.
    void takeTopologyFrom(const SegmentTables& neighbour);

    [[nodiscard]] const std::vector<MetricDescriptor>& metrics() const { return m_metrics; }
    [[nodiscard]] const std::vector<std::string>& names() const { return m_names; }
    [[nodiscard]] const TopologyPtr& topology() const { return m_topology; }

private:
    Status readMetrics(Database& database);
    Status readNames(Database& database);

    std::int64_t m_schema = 0;
    std::int64_t m_topologyVersion = -1;
    std::optional<std::int64_t> m_fingerprint; ///< of the topology; nullopt: not in the file
    std::vector<MetricDescriptor> m_metrics;
    std::vector<std::string> m_names;
    TopologyPtr m_topology;
};

} // namespace lockstep
