// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/fabric/matrixframe.h"

#include <algorithm>

namespace lockstep {

namespace {

std::size_t perCell(std::size_t places, double pixels)
{
    const auto room = static_cast<std::size_t>(std::max(pixels, 1.0));
    return std::max<std::size_t>((places + room - 1) / room, 1);
}

RowRange aligned(const RowWindow& window, std::size_t perCell)
{
    return {window.firstVisible() / perCell * perCell,
            std::min((window.endVisible() + perCell - 1) / perCell * perCell, window.total())};
}

} // namespace

QRectF MatrixFrame::placesArea(MatrixPlace from, MatrixPlace to) const
{
    return QRectF(QPointF(columns.yOf(static_cast<double>(from.column)), rows.yOf(static_cast<double>(from.row))),
                  QPointF(columns.yOf(static_cast<double>(to.column)), rows.yOf(static_cast<double>(to.row))))
        .translated(area.topLeft());
}

std::optional<MatrixPlace> MatrixFrame::placeAt(QPointF point) const
{
    if (!area.contains(point))
        return std::nullopt;
    const double row = rows.rowAt(point.y() - area.top());
    const double column = columns.rowAt(point.x() - area.left());
    if (row < 0 || column < 0 || row >= static_cast<double>(rows.total())
        || column >= static_cast<double>(columns.total()))
        return std::nullopt;
    return MatrixPlace{static_cast<std::size_t>(row), static_cast<std::size_t>(column)};
}

CellShape CellShape::of(const MatrixFrame& frame, double minPixels)
{
    CellShape shape;
    shape.rowsPerCell = perCell(frame.rows.endVisible() - frame.rows.firstVisible(), frame.area.height() / minPixels);
    shape.columnsPerCell
        = perCell(frame.columns.endVisible() - frame.columns.firstVisible(), frame.area.width() / minPixels);
    shape.rows = aligned(frame.rows, shape.rowsPerCell);
    shape.columns = aligned(frame.columns, shape.columnsPerCell);
    return shape;
}

RowRange CellShape::rowsOfCell(std::size_t cell) const
{
    const std::size_t first = rows.from + cell / across() * rowsPerCell;
    return {first, std::min(first + rowsPerCell, rows.to)};
}

RowRange CellShape::columnsOfCell(std::size_t cell) const
{
    const std::size_t first = columns.from + cell % across() * columnsPerCell;
    return {first, std::min(first + columnsPerCell, columns.to)};
}

} // namespace lockstep
