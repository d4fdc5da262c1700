// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/store/clusterstore.h"
#include "models/view/cellbins.h"
#include "widgets/heatmap/gridrows.h"

#include <map>
#include <span>
#include <vector>

namespace lockstep {

/// What the pixels of a heatmap over time stand for.
struct TimeCellsShape
{
    RowRange rows;
    std::size_t rowsPerBin = 1;
    std::int64_t ticksPerColumn = 1;
    friend bool operator==(const TimeCellsShape&, const TimeCellsShape&) = default;
};

/// One metric reduced to the worst value per pixel: a column for every tick, or bin of ticks, kept until it leaves the
/// window or its samples change. Reducing is bounded in time; what is left is for the next call. A plain value.
class TimeCells
{
public:
    using Column = std::int64_t; ///< tick / ticks per column, rounded down

    void setMetric(MetricId metric);
    /// Starts over when the shape differs.
    void setShape(const TimeCellsShape& shape, const GridRows& rows);
    void clear();
    void invalidate(TickRange ticks);
    /// Forgets columns outside [from, to).
    void keepOnly(Column from, Column to);

    /// Reduces what is missing of [from, to) and in memory, newest first, within a time budget.
    /// @param changed gets the columns that were reduced @return true when nothing is missing any more
    bool reduce(const ClusterStore& store, Column from, Column to, std::vector<Column>& changed);

    [[nodiscard]] const TimeCellsShape& shape() const { return m_shape; }
    [[nodiscard]] std::size_t binCount() const { return m_bins.count(); }
    [[nodiscard]] Column columnOf(TickIndex tick) const;
    /// Worst values by bin; null when not reduced.
    [[nodiscard]] const std::vector<float>* column(Column column) const;
    /// About @p count values spread over all that is reduced.
    [[nodiscard]] std::vector<float> sample(std::size_t count) const;

private:
    void reduceColumn(const ClusterStore& store, Column column);

    MetricId m_metric;
    TimeCellsShape m_shape;
    CellBins m_bins;
    std::map<Column, std::vector<float>> m_columns;
    std::vector<std::span<const float>> m_ticks; ///< of the column at hand
};

} // namespace lockstep
