// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/view/colourscale.h"
#include "widgets/fabric/fabricmatrix.h"
#include "widgets/heatmap/heatimage.h"
#include "widgets/heatmap/rowwindow.h"
#include "widgets/heatmap/timecells.h"

#include <QRectF>

#include <optional>
#include <vector>

class QPainter;

namespace lockstep {

/// What a matrix is to show now, and where.
struct MatrixFrame
{
    const ClusterStore& store;
    const FabricMatrix& matrix;
    const RowWindow& rows;
    const RowWindow& columns;
    QRectF area; ///< of the cells, logical pixels
    TickRange ticks; ///< whose worst (or mean) is shown

    [[nodiscard]] QRectF placesArea(MatrixPlace from, MatrixPlace to) const; ///< @param to one past the last
};

/// A cell of the picture: of the links that share it the one that gave it its colour.
struct MatrixCell
{
    MatrixPlace place;
    std::uint32_t port = 0; ///< the end of the link with the worst value
    float value = noData;
    std::optional<TickIndex> tick; ///< when; nullopt: no data
    std::size_t sharing = 1; ///< links that share these pixels
};

/// The cells of a FabricMatrix as a picture: places reduced to pixels, ticks reduced to one value, coloured. A new tick
/// costs one pass over the ports. Painted and owned by FabricCanvas; GUI thread.
class MatrixPicture
{
public:
    void setMetric(MetricId metric);
    void setAggregate(std::optional<Aggregate> how); ///< nullopt: the worst
    void setGround(Rgb colour);
    void matrixChanged();
    void invalidate(TickRange ticks);
    void holdScale(bool hold) { m_holdsScale = hold; }

    /// Brings the picture up to date within a budget. @return false when there is more to do in the next frame
    bool refresh(const MatrixFrame& frame);
    void paint(QPainter& painter, const MatrixFrame& frame) const;

    [[nodiscard]] bool hasClear() const { return m_image.hasClear(); }
    [[nodiscard]] const ColourScale& scale() const { return m_scale; }
    /// No link shares its cell with another.
    [[nodiscard]] bool isOneToOne() const { return m_shape.rowsPerCell == 1 && m_shape.columnsPerCell == 1; }
    /// What a place shows, where isOneToOne(); NaN outside what is in view.
    [[nodiscard]] float valueAt(MatrixPlace place) const;
    [[nodiscard]] std::optional<MatrixCell> cellAt(const MatrixFrame& frame, QPointF point) const;
    /// The worst cell in view; nullopt without data, or where nothing stands out from the rest.
    [[nodiscard]] std::optional<MatrixCell> worst(const MatrixFrame& frame) const;

private:
    /// Which places the cells stand for.
    struct Shape
    {
        RowRange rows;
        RowRange columns;
        std::size_t rowsPerCell = 1;
        std::size_t columnsPerCell = 1;
        friend bool operator==(const Shape&, const Shape&) = default;
    };

    [[nodiscard]] static Shape shapeFor(const MatrixFrame& frame);
    void setShape(const FabricMatrix& matrix, const Shape& shape);
    [[nodiscard]] std::size_t cellsAcross() const;
    [[nodiscard]] std::size_t cellsDown() const;
    [[nodiscard]] bool isHighWorst(const ClusterStore& store) const;
    void combineTicks(const ClusterStore& store, TickRange ticks);
    void updateScale(const ClusterStore& store);
    void colour();
    [[nodiscard]] MatrixCell cellOf(const MatrixFrame& frame, std::size_t down, std::size_t across) const;

    MetricId m_metric;
    std::optional<Aggregate> m_how;
    Rgb m_ground = 0;
    bool m_holdsScale = false;
    bool m_isDirty = true;
    Shape m_shape;
    bool m_hasShape = false;
    TickRange m_ticks;
    TimeCells m_cells; ///< by tick
    std::vector<std::uint8_t> m_isVacant; ///< by cell: no link there
    std::vector<float> m_values; ///< by cell, over all ticks
    ColourScale m_scale;
    HeatImage m_image;
};

} // namespace lockstep
