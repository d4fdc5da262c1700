// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/store/clusterstore.h"
#include "widgets/heatmap/gridrows.h"
#include "widgets/heatmap/rowwindow.h"

#include <QRectF>
#include <QString>

#include <optional>
#include <unordered_map>
#include <vector>

namespace lockstep {

/// Related rows with a common name: the leaves of one plane, the nodes of one rack or job.
struct MatrixGroup
{
    QString name;
    EntityRef owner; ///< invalid: no entity
    RowRange rows;
};

/// A row or column and its name. A column may represent a different switch in each plane.
struct MatrixLine
{
    QString name;
    EntityRef entity; ///< invalid: not a single entity
};

struct MatrixPlace
{
    std::size_t row = 0;
    std::size_t column = 0;
    friend bool operator==(const MatrixPlace&, const MatrixPlace&) = default;
};

/// Rows and columns of a matrix. A plain value.
class MatrixAxes
{
public:
    MatrixAxes() = default;
    MatrixAxes(std::vector<MatrixLine> rows, std::vector<MatrixLine> columns, std::vector<MatrixGroup> groups);
    /// The same rows and columns.
    [[nodiscard]] static MatrixAxes square(std::vector<MatrixLine> lines, std::vector<MatrixGroup> groups);

    [[nodiscard]] const std::vector<MatrixLine>& rows() const { return m_rows; }
    [[nodiscard]] const std::vector<MatrixLine>& columns() const { return m_isSquare ? m_rows : m_columns; }
    [[nodiscard]] const std::vector<MatrixGroup>& groups() const { return m_groups; } ///< of rows
    [[nodiscard]] bool isEmpty() const { return m_rows.empty() || columns().empty(); }

    /// Rows of an entity: its own, or those of a group that it owns.
    [[nodiscard]] std::optional<RowRange> rowsOf(EntityRef entity) const;
    [[nodiscard]] std::optional<RowRange> columnsOf(EntityRef entity) const;

private:
    using Index = std::unordered_map<EntityRef, RowRange>;

    static void addLines(Index& index, const std::vector<MatrixLine>& lines);

    std::vector<MatrixLine> m_rows;
    std::vector<MatrixLine> m_columns;
    std::vector<MatrixGroup> m_groups;
    bool m_isSquare = false;
    Index m_rowsOf;
    Index m_columnsOf;
};

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

    /// The cells in view. Cells start at multiples of their size, so that scrolling does not change their grouping.
    /// @param minPixels minimum cell size in each direction
    [[nodiscard]] static CellShape of(const MatrixFrame& frame, double minPixels = 1);

    [[nodiscard]] std::size_t across() const { return (columns.count() + columnsPerCell - 1) / columnsPerCell; }
    [[nodiscard]] std::size_t down() const { return (rows.count() + rowsPerCell - 1) / rowsPerCell; }
    [[nodiscard]] std::size_t count() const { return across() * down(); }
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

/// Content of a cell: of the links that share the cell, the one that determines its colour.
struct MatrixCell
{
    MatrixPlace place;
    EntityRef entity; ///< entity to highlight: the link end with the worst value, or the row's GPU
    float value = noData;
    std::optional<TickIndex> tick; ///< nullopt: no data, or not from a single moment
    std::size_t sharing = 1; ///< links that share these pixels
};

} // namespace lockstep
