// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/store/clusterstore.h"
#include "models/view/cellbins.h"
#include "widgets/heatmap/heatcontent.h"
#include "widgets/heatmap/heatimage.h"

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
    /// @param changed receives the reduced columns
    /// @return whether all columns are complete
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

/// Meaning of the pixels of a heatmap over time.
struct TimeHeatShape
{
    RowRange rows;
    std::size_t rowsPerBin = 1;
    std::int64_t ticksPerColumn = 1;
    friend bool operator==(const TimeHeatShape&, const TimeHeatShape&) = default;
};

/// Entities over time for one metric: TimeCells, coloured. A new tick costs one column. See HeatContent.
class TimeHeat : public HeatContent
{
public:
    void setRows(const GridRows& rows) override;
    void setMetric(MetricId metric) override;
    void invalidate(TickRange ticks) override { m_cells.invalidate(ticks); }
    void holdScale(bool hold) override { m_holdsScale = hold; }
    void settle(const ClusterStore&) override { }
    bool refresh(const HeatFrame& frame) override;
    void paint(QPainter& painter, const HeatFrame& frame) const override;
    bool hasTransparentCells() const override { return m_image.hasTransparentCells(); }
    std::size_t rowCount() const override;
    HeatHeading rowHeading(const ClusterStore& store, std::size_t row) const override;
    QString rowNote(const ClusterStore& store, std::size_t row) const override;
    std::span<const RowGroup> groups() const override;
    std::size_t columnCount() const override { return 0; }
    std::vector<HeatHeading> columnHeadings(const ClusterStore& store) const override;
    std::optional<HeatCell> cellAt(const HeatFrame& frame, QPointF point) const override;
    std::optional<QRectF> areaOf(const HeatFrame& frame, EntityRef entity) const override;
    std::optional<ColourScale> scale() const override { return m_scale; }

    /// Past moment of the values beside the rows; nullopt: the newest values.
    void setMoment(std::optional<TimePoint> moment) { m_moment = moment; }
    /// Colour of columns that are not reduced yet or that lie in the future.
    void setGround(Rgb colour);

private:
    using Column = TimeCells::Column;

    void setShape(const TimeHeatShape& shape);
    [[nodiscard]] QRectF target(const HeatFrame& frame) const;
    [[nodiscard]] TickIndex lagOf(const ClusterStore& store) const;
    [[nodiscard]] QString noteAt(const ClusterStore& store, EntityRef entity, TickIndex tick) const;
    void findOverdue(const HeatFrame& frame, std::vector<Column>& changed);
    /// @return true if the colours of all cells change
    bool updateScale(const HeatFrame& frame);
    void colourColumns(Column from, Column to);

    const GridRows* m_rows = nullptr;
    MetricId m_metric;
    std::optional<TimePoint> m_moment;
    Rgb m_ground = 0;
    bool m_holdsScale = false;
    TimeHeatShape m_shape;
    TimeCells m_cells;
    Column m_from = 0; ///< columns in the image: [from, to)
    Column m_to = 0;
    Column m_unsettled = 0; ///< from this column on, missing values may still arrive and are not gaps
    Column m_overdueFrom = 0; ///< columns after the newest tick that are missing because no node reports: [from, to)
    Column m_overdueTo = 0;
    ColourScale m_scale;
    TimeRange m_scaledOver;
    HeatImage m_image;
};

} // namespace lockstep
