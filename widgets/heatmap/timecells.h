// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/store/clusterstore.h"
#include "models/view/cellbins.h"

#include <chrono>
#include <map>
#include <optional>
#include <span>
#include <vector>

namespace lockstep {

/// One metric reduced to the cells of a picture: a column of cells per tick or bin of ticks, cached until it leaves the
/// window or its samples change. Each call is bounded in time and continues later. A plain value.
class TimeCells
{
public:
    using Column = std::int64_t; ///< tick / ticks per column, rounded down

    void setMetric(MetricId metric);
    /// How samples are reduced to cells; nullopt: by the metric's direction, keeping the worst.
    void setAggregate(std::optional<Aggregate> how);
    /// Discards everything and uses other cells.
    void setBins(CellBins bins, std::int64_t ticksPerColumn);
    void clear();
    void invalidate(TickRange ticks);
    /// Forgets columns outside [from, to).
    void keepOnly(Column from, Column to);

    /// Reduces missing columns of [from, to) that are in memory, newest first, within a time budget.
    /// @param changed receives the reduced columns @return true if none is missing
    bool reduce(const ClusterStore& store, Column from, Column to, std::vector<Column>& changed,
                std::chrono::microseconds budget = std::chrono::microseconds(1500));

    [[nodiscard]] std::size_t binCount() const { return m_bins.count(); }
    [[nodiscard]] std::int64_t ticksPerColumn() const { return m_ticksPerColumn; }
    [[nodiscard]] Column columnOf(TickIndex tick) const;
    /// Values by cell; null if not reduced.
    [[nodiscard]] const std::vector<float>* column(Column column) const;

private:
    void reduceColumn(const ClusterStore& store, Column column);

    MetricId m_metric;
    std::optional<Aggregate> m_how;
    CellBins m_bins;
    std::int64_t m_ticksPerColumn = 1;
    std::map<Column, std::vector<float>> m_columns;
    std::vector<std::span<const float>> m_ticks; ///< of the current column
};

/// Extremes by entity over the part of a column outside memory, if the source provides them; nullopt: read each tick.
[[nodiscard]] std::optional<std::span<const float>> coldExtremesOf(const ClusterStore& store, MetricId metric,
                                                                   TimeCells::Column column,
                                                                   std::int64_t ticksPerColumn, Aggregate how);

} // namespace lockstep
