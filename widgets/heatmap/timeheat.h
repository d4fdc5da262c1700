// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/heatmap/heatcontent.h"
#include "widgets/heatmap/heatimage.h"
#include "widgets/heatmap/rowbins.h"

#include <map>

namespace lockstep {

/// Entities over time for one metric. Every tick (or bin of ticks, when there are more than pixels) is reduced once to
/// the worst value a pixel row and kept; a new tick costs one column. What the budget of a frame does not reach is
/// done in the next, newest first. See HeatContent.
class TimeHeat : public HeatContent
{
public:
    void setRows(const GridRows& rows) override;
    void setMetric(MetricId metric) override;
    void invalidate(TickRange ticks) override;
    void holdScale(bool hold) override { m_holdsScale = hold; }
    bool refresh(const HeatFrame& frame) override;
    void paint(QPainter& painter, const HeatFrame& frame) const override;
    std::size_t rowCount(const ClusterStore& store) const override;
    HeatHeading rowHeading(const ClusterStore& store, std::size_t row) const override;
    QString rowNote(const ClusterStore& store, std::size_t row) const override;
    std::span<const RowGroup> groups() const override;
    std::vector<HeatHeading> columnHeadings(const ClusterStore& store) const override;
    std::optional<HeatCell> cellAt(const HeatFrame& frame, QPointF point) const override;
    std::optional<QRectF> areaOf(const HeatFrame& frame, EntityRef entity) const override;
    std::optional<ColourScale> scale() const override { return m_scale; }

    /// Colour of a column that is still to be reduced, and of time that has not come yet.
    void setGround(Rgb colour);

private:
    using Column = std::int64_t; ///< tick / ticks per column, rounded down

    /// What the kept columns depend on.
    struct Shape
    {
        std::size_t firstRow = 0;
        std::size_t endRow = 0;
        std::size_t rowsPerBin = 1;
        std::int64_t ticksPerColumn = 1;
        friend bool operator==(const Shape&, const Shape&) = default;
    };

    [[nodiscard]] static Shape shapeFor(const HeatFrame& frame);
    [[nodiscard]] Column columnOf(TickIndex tick) const;
    [[nodiscard]] QRectF target(const HeatFrame& frame) const;
    bool reduceColumns(const HeatFrame& frame, std::vector<Column>& changed);
    void reduceColumn(const ClusterStore& store, Column column);
    bool updateScale(const ClusterStore& store);
    void colourColumn(const ClusterStore& store, Column column);

    const GridRows* m_rows = nullptr;
    MetricId m_metric;
    Rgb m_ground = 0;
    bool m_holdsScale = false;
    Shape m_shape;
    RowBins m_bins;
    std::map<Column, std::vector<float>> m_columns; ///< those reduced so far
    Column m_from = 0; ///< columns in the image: [from, to)
    Column m_to = 0;
    ColourScale m_scale;
    HeatImage m_image;
};

} // namespace lockstep
