// SPDX-License-Identifier: GPL-3.0-or-later
// How FabricCanvas gets from points and keys to what is selected.
#include "models/view/selection.h"
#include "widgets/fabric/fabriccanvas.h"

#include <algorithm>
#include <cstdint>

namespace lockstep {

namespace {
constexpr std::size_t maxMarked = 4096; ///< entities that a shift-drag selects; more nobody can look at
}

EntityRef FabricCanvas::lineAt(QPointF point) const
{
    const MatrixAxes& axes = m_content->axes();
    const double row = m_rows.rowAt(point.y() - m_area.top());
    const double column = m_columns.rowAt(point.x() - m_area.left());
    const bool isBeside = point.x() < m_area.left() && point.y() >= m_area.top();
    const bool isAbove = point.y() < m_area.top() && point.x() >= m_area.left();
    if (isBeside && row >= 0 && row < static_cast<double>(axes.rows().size())) {
        if (point.x() >= m_labels.group)
            return axes.rows()[static_cast<std::size_t>(row)].entity;
        for (const MatrixGroup& group : axes.groups()) {
            if (static_cast<std::size_t>(row) < group.rows.to)
                return group.owner;
        }
    }
    if (isAbove && column >= 0 && column < static_cast<double>(axes.columns().size()))
        return axes.columns()[static_cast<std::size_t>(column)].entity;
    return {};
}

std::optional<MatrixCell> FabricCanvas::cellAt(QPointF point) const
{
    const MatrixFrame now = frame();
    const auto place = m_content->isEmpty() ? std::nullopt : now.placeAt(point);
    return place ? m_content->cellAt(now, *place) : std::nullopt;
}

void FabricCanvas::click(QPointF point, Qt::KeyboardModifiers modifiers)
{
    std::vector<EntityRef> chosen;
    if (const auto cell = cellAt(point))
        chosen = cell->entity.kind == EntityKind::Port ? std::vector{cell->entity} : m_content->entitiesAt(cell->place);
    else if (const EntityRef line = m_content->isEmpty() ? EntityRef{} : lineAt(point); line.isValid())
        chosen = {line};
    if (chosen.empty())
        return;
    if (!modifiers.testFlag(Qt::ControlModifier))
        return m_context.selection.setSelected(std::move(chosen));
    for (const EntityRef each : chosen)
        m_context.selection.toggle(each);
}

void FabricCanvas::selectWithin(const QRectF& area)
{
    const MatrixFrame now = frame();
    const auto from = m_content->isEmpty() ? std::nullopt : now.placeAt(area.topLeft());
    const auto to = from ? now.placeAt(area.bottomRight() - QPointF(0.5, 0.5)) : std::nullopt;
    if (!to)
        return;
    std::vector<EntityRef> chosen;
    for (std::size_t row = from->row; row <= to->row && chosen.size() < maxMarked; ++row) {
        for (std::size_t column = from->column; column <= to->column && chosen.size() < maxMarked; ++column) {
            const std::vector<EntityRef> there = m_content->entitiesAt({row, column});
            chosen.insert(chosen.end(), there.begin(), there.end());
        }
    }
    std::ranges::sort(chosen);
    const auto repeated = std::ranges::unique(chosen);
    chosen.erase(repeated.begin(), repeated.end());
    if (!chosen.empty())
        m_context.selection.setSelected(std::move(chosen));
    update();
}

void FabricCanvas::moveSelected(int rows, int columns)
{
    if (m_content->isEmpty())
        return;
    const MatrixAxes& axes = m_content->axes();
    auto place = m_content->placeOf(m_context.selection.selected());
    if (!place)
        place = m_worst ? m_worst->place : MatrixPlace{}; // where one would look first
    const auto moved = [](std::size_t from, int by, std::size_t count) {
        return static_cast<std::size_t>(std::clamp<std::int64_t>(
            static_cast<std::int64_t>(from) + by, 0, std::max<std::int64_t>(static_cast<std::int64_t>(count) - 1, 0)));
    };
    place->row = moved(place->row, rows, axes.rows().size());
    place->column = moved(place->column, columns, axes.columns().size());
    if (std::vector<EntityRef> there = m_content->entitiesAt(*place); !there.empty())
        m_context.selection.setSelected(std::move(there));
    m_rows.reveal(place->row);
    m_columns.reveal(place->column);
    update();
}

} // namespace lockstep
