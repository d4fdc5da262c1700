// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/store/clusterstore.h"
#include "widgets/fabric/matrixaxes.h"
#include "widgets/heatmap/rowwindow.h"

#include <QRectF>

namespace lockstep {

/// The data that a matrix shows, and its layout.
struct MatrixFrame
{
    const ClusterStore& store;
    const MatrixAxes& axes;
    const RowWindow& rows;
    const RowWindow& columns;
    QRectF area; ///< of the cells, logical pixels
    TickRange ticks; ///< range whose worst value or mean is shown

    [[nodiscard]] QRectF placesArea(MatrixPlace from, MatrixPlace to) const; ///< @param to one past the last
    [[nodiscard]] QRectF placeArea(MatrixPlace place) const
    {
        return placesArea(place, {place.row + 1, place.column + 1});
    }
    /// The place at a point; nullopt outside.
    [[nodiscard]] std::optional<MatrixPlace> placeAt(QPointF point) const;
};

/// How places are assigned to cells of the picture.
struct CellShape
{
    RowRange rows;
    RowRange columns;
    std::size_t rowsPerCell = 1;
    std::size_t columnsPerCell = 1;

    /// The cells in view. Cells start at multiples of their size, so that scrolling does not regroup places.
    /// @param minPixels minimum cell size in each direction
    [[nodiscard]] static CellShape of(const MatrixFrame& frame, double minPixels = 1);

    [[nodiscard]] std::size_t across() const { return (columns.count() + columnsPerCell - 1) / columnsPerCell; }
    [[nodiscard]] std::size_t down() const { return (rows.count() + rowsPerCell - 1) / rowsPerCell; }
    [[nodiscard]] std::size_t count() const { return across() * down(); }
    /// Whether each cell has only one place.
    [[nodiscard]] bool isOneToOne() const { return rowsPerCell == 1 && columnsPerCell == 1; }
    [[nodiscard]] bool contains(MatrixPlace place) const
    {
        return place.row >= rows.from && place.row < rows.to && place.column >= columns.from
            && place.column < columns.to;
    }
    /// Index of the cell of a place; contains(place) must be true.
    [[nodiscard]] std::size_t cellOf(MatrixPlace place) const
    {
        return (place.row - rows.from) / rowsPerCell * across() + (place.column - columns.from) / columnsPerCell;
    }
    [[nodiscard]] RowRange rowsOfCell(std::size_t cell) const;
    [[nodiscard]] RowRange columnsOfCell(std::size_t cell) const;

    friend bool operator==(const CellShape&, const CellShape&) = default;
};

/// Content of a cell: the link that determines its colour, out of those that share it.
struct MatrixCell
{
    MatrixPlace place;
    EntityRef entity; ///< entity to highlight: the link end with the worst value, or the row's GPU
    float value = noData;
    std::optional<TickIndex> tick; ///< nullopt: no data, or not from a single moment
    std::size_t sharing = 1; ///< links that share these pixels
};

} // namespace lockstep
