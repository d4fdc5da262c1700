// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/recording/recording.h"
#include "models/store/columns/coldcolumns.h"

#include <array>
#include <span>
#include <string>
#include <vector>

namespace lockstep {

struct PointwiseMetric;

/// Reads a recording's columns by the indices of a store's topology, which may be another than the recording's.
/// Pointwise metrics are computed from those that they follow from, whether or not they were recorded themselves.
/// Used by one thread at a time.
class ColumnReader
{
public:
    explicit ColumnReader(Recording recording) : m_recording(std::move(recording)) { }

    /// For what is no column.
    [[nodiscard]] Recording& recording() { return m_recording; }
    /// See Recording::stopWith().
    void stopWith(const std::stop_token& stop) { m_recording.stopWith(stop); }

    /// Looks for what was written since. What cannot be read now is tried again; what was read stays.
    [[nodiscard]] Status refresh() { return m_recording.refresh(); }
    [[nodiscard]] TickRange ticks() const { return m_recording.ticks(); }
    [[nodiscard]] std::vector<TickRange> pauses() const { return m_recording.pauses(ColdColumns::shortestPause); }

    /// @param topology the store's; null: the recording's own indices
    [[nodiscard]] RecordedBlock block(const std::string& metric, TickIndex first, EntitySlice slice,
                                      const TopologyPtr& topology);
    /// One tick, all entities. Empty where there is nothing.
    [[nodiscard]] std::vector<float> row(const std::string& metric, TickIndex tick, const TopologyPtr& topology);

private:
    [[nodiscard]] RecordedBlock computedBlock(const PointwiseMetric& metric, TickIndex first, EntitySlice slice,
                                              const TopologyPtr& topology);
    [[nodiscard]] std::vector<float> computedRow(const PointwiseMetric& metric, TickIndex tick,
                                                 const TopologyPtr& topology);
    /// The store's index by the recording's; empty: they are the same.
    [[nodiscard]] std::span<const std::uint32_t> indicesOf(MetricId metric, const TopologyPtr& topology);
    void mapTo(const TopologyPtr& topology);

    Recording m_recording;
    TopologyPtr m_mappedFrom;
    TopologyPtr m_mappedTo;
    std::array<std::vector<std::uint32_t>, entityKindCount> m_indexOf; ///< the store's, by ours; empty: the same
};

} // namespace lockstep
