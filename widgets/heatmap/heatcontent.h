// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/store/clusterstore.h"
#include "models/view/colour/colourscale.h"
#include "widgets/heatmap/gridrows.h"
#include "widgets/heatmap/rowwindow.h"

#include <QRectF>
#include <QString>

#include <optional>
#include <span>

class QPainter;

namespace lockstep {

/// The data that a heatmap shows, and its layout.
struct HeatFrame
{
    const ClusterStore& store;
    const RowWindow& rows;
    QRectF area; ///< of the cells, logical pixels
    TimeRange range; ///< of the shared time window
    TimePoint cursor;
    bool isFollowing = true;
    bool isOnLight = false; ///< as in ColourScale
};

/// The cell under the pointer: the worst entity of those that share its pixels.
struct HeatCell
{
    EntityRef entity;
    MetricId metric;
    std::optional<TickIndex> tick; ///< nullopt: the newest value
    float value = noData;
    std::size_t row = 0;
    std::size_t sharing = 1; ///< entities that share these pixels
};

/// Name of a column or row and, if it has a separate scale, its range.
struct HeatHeading
{
    QString title;
    QString range;
    MetricId metric; ///< of that column or row, if each is a metric
};

/// Content of a heatmap: entities over time, or entities by metrics. Updates its picture at a bounded cost per frame,
/// and maps places to data. Painted and owned by HeatCanvas; GUI thread.
class HeatContent
{
public:
    virtual ~HeatContent() = default;

    virtual void setRows(const GridRows& rows) = 0; ///< @p rows outlives the content
    virtual void setMetric(MetricId metric) = 0;
    /// Call when samples of these ticks have changed.
    virtual void invalidate(TickRange ticks) = 0;
    /// Freezes the colour scale, or lets it follow the data.
    virtual void holdScale(bool hold) = 0;

    /// Determines rows and columns; call before reading their names.
    virtual void settle(const ClusterStore& store) = 0;
    /// Brings the picture up to date within a budget. @return false if the next frame must continue
    virtual bool refresh(const HeatFrame& frame) = 0;
    /// Paints the cells over a background that means "no data".
    virtual void paint(QPainter& painter, const HeatFrame& frame) const = 0;

    /// Whether some cells have no data, so that the background is visible.
    [[nodiscard]] virtual bool hasTransparentCells() const = 0;
    [[nodiscard]] virtual std::size_t rowCount() const = 0;
    /// Whether columns are entities and rows are metrics.
    [[nodiscard]] virtual bool hasEntityColumns() const { return false; }
    [[nodiscard]] virtual HeatHeading rowHeading(const ClusterStore& store, std::size_t row) const = 0;
    /// Value at the end of a row's label; empty: none.
    [[nodiscard]] virtual QString rowNote(const ClusterStore& store, std::size_t row) const = 0;
    [[nodiscard]] virtual std::span<const RowGroup> groups() const = 0;
    /// 0 if columns are time.
    [[nodiscard]] virtual std::size_t columnCount() const = 0;
    /// Column headings; empty if columns are time.
    [[nodiscard]] virtual std::vector<HeatHeading> columnHeadings(const ClusterStore& store) const = 0;

    [[nodiscard]] virtual std::optional<HeatCell> cellAt(const HeatFrame& frame, QPointF point) const = 0;
    /// Area of an entity, not clipped; nullopt if it is not shown.
    [[nodiscard]] virtual std::optional<QRectF> areaOf(const HeatFrame& frame, EntityRef entity) const = 0;
    /// The scale of the whole picture; nullopt if each column has its own.
    [[nodiscard]] virtual std::optional<ColourScale> scale() const = 0;
};

} // namespace lockstep
