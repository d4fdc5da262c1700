// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/fabric/matrixframe.h"

#include <algorithm>

namespace lockstep {

namespace {

std::optional<RowRange> found(const std::unordered_map<EntityRef, RowRange>& index, EntityRef entity)
{
    const auto at = index.find(entity);
    return at == index.end() ? std::nullopt : std::optional(at->second);
}

} // namespace

MatrixAxes::MatrixAxes(std::vector<MatrixLine> rows, std::vector<MatrixLine> columns, std::vector<MatrixGroup> groups)
    : m_rows(std::move(rows)), m_columns(std::move(columns)), m_groups(std::move(groups))
{
    addLines(m_rowsOf, m_rows);
    addLines(m_columnsOf, m_columns);
    for (const MatrixGroup& group : m_groups) {
        if (group.owner.isValid())
            m_rowsOf.try_emplace(group.owner, group.rows);
    }
}

MatrixAxes MatrixAxes::square(std::vector<MatrixLine> lines, std::vector<MatrixGroup> groups)
{
    MatrixAxes axes(std::move(lines), {}, std::move(groups));
    axes.m_isSquare = true;
    return axes;
}

/// Parallel links of one entity have adjacent lines.
void MatrixAxes::addLines(Index& index, const std::vector<MatrixLine>& lines)
{
    for (std::size_t at = 0; at < lines.size(); ++at) {
        if (!lines[at].entity.isValid())
            continue;
        RowRange& range = index.try_emplace(lines[at].entity, RowRange{at, at}).first->second;
        if (range.to == at)
            range.to = at + 1;
    }
}

std::optional<RowRange> MatrixAxes::rowsOf(EntityRef entity) const
{
    return found(m_rowsOf, entity);
}

std::optional<RowRange> MatrixAxes::columnsOf(EntityRef entity) const
{
    return found(m_isSquare ? m_rowsOf : m_columnsOf, entity);
}

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
