// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/ids.h"
#include "models/store/columns/changeset.h"

#include <cstddef>
#include <map>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace lockstep {

class ColumnStore;
class MetricTable;
struct PointwiseMetric;

/// The pointwise metric with this name if the table has all its inputs; otherwise null.
[[nodiscard]] const PointwiseMetric* pointwiseFrom(const MetricTable& metrics, std::string_view name);

/// Pointwise metrics of the ticks in memory: computed on first read, and cached until their tick changes. Member of the
/// ClusterStore; used on its thread.
class PointwiseColumns
{
public:
    explicit PointwiseColumns(const ColumnStore& columns) : m_columns(columns) { }

    /// Declares the pointwise metrics whose inputs are known.
    void declareIn(MetricTable& metrics);
    [[nodiscard]] bool computes(MetricId metric) const { return rowOf(metric) != nullptr; }

    /// As ColumnStore's, for metrics that it computes(). Valid until forget().
    [[nodiscard]] std::span<const float> column(MetricId metric, TickIndex tick) const;
    [[nodiscard]] std::span<const float> latest(MetricId metric) const;
    [[nodiscard]] float value(MetricId metric, std::uint32_t entity, TickIndex tick) const;

    /// Discards values computed from these ticks, and from ticks that are no longer in memory.
    void forget(TickRange changed);
    [[nodiscard]] std::size_t memoryBytes() const { return m_floats * sizeof(float); }

private:
    struct Row
    {
        MetricId metric;
        const PointwiseMetric* what;
        std::vector<MetricId> inputs;
    };
    using Key = std::pair<TickIndex, std::uint32_t>; ///< tick, metric

    [[nodiscard]] const Row* rowOf(MetricId metric) const;
    template <class ColumnOf>
    [[nodiscard]] std::span<const float> computed(const Row& row, Key key, ColumnOf&& columnOf) const;

    const ColumnStore& m_columns;
    std::vector<Row> m_rows;
    mutable std::map<Key, std::vector<float>> m_kept;
    mutable std::size_t m_floats = 0; ///< total size of the cache
};

} // namespace lockstep
