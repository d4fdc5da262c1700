// SPDX-License-Identifier: GPL-3.0-or-later
// The manners of FabricCanvas: what mouse and keyboard do.
#include "models/store/clustermodel.h"
#include "models/view/selection.h"
#include "models/view/timewindow.h"
#include "widgets/fabric/fabriccanvas.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <utility>

namespace lockstep {

namespace {

constexpr double zoomStep = 0.8;
constexpr double notch = 120;
constexpr double panShare = 0.15;
constexpr double clickReach = 4; ///< pixels: more is a drag
constexpr std::size_t mostMarked = 4096; ///< entities that a shift-drag selects; more nobody can look at

} // namespace

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

void FabricCanvas::hover(QPointF point)
{
    const ClusterStore& store = m_context.cluster.store();
    const auto cell = cellAt(point);
    if (!cell) {
        m_tip->hide();
        m_context.selection.setHovered(m_content->isEmpty() ? EntityRef{} : lineAt(point));
        return;
    }
    m_context.selection.setHovered(
        cell->entity, cell->tick ? std::optional(timeOfTick(*cell->tick, store.tickPeriod())) : std::nullopt);
    m_tip->showAt(point.toPoint(), m_content->hoverOf(store, *cell));
}

void FabricCanvas::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return;
    m_pressedAt = m_draggedTo = event->position();
    m_isMarking = event->modifiers().testFlag(Qt::ShiftModifier);
    m_tip->hide();
}

void FabricCanvas::mouseMoveEvent(QMouseEvent* event)
{
    if (!m_pressedAt) {
        hover(event->position());
        return;
    }
    if ((event->position() - *m_pressedAt).manhattanLength() < clickReach)
        return;
    if (m_isMarking) {
        m_draggedTo = event->position();
        return update();
    }
    m_rows.panPixels(m_draggedTo.y() - event->position().y());
    m_columns.panPixels(m_draggedTo.x() - event->position().x());
    m_draggedTo = event->position();
    update();
}

void FabricCanvas::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || !m_pressedAt)
        return;
    const bool isClick = (event->position() - *m_pressedAt).manhattanLength() < clickReach;
    if (std::exchange(m_isMarking, false) && !isClick)
        selectWithin(QRectF(*m_pressedAt, event->position()).normalized() & m_area);
    m_pressedAt.reset();
    hover(event->position());
    if (isClick)
        click(event->position(), event->modifiers().testFlag(Qt::ControlModifier));
}

void FabricCanvas::click(QPointF point, bool adds)
{
    std::vector<EntityRef> chosen;
    if (const auto cell = cellAt(point))
        chosen = cell->entity.kind == EntityKind::Port ? std::vector{cell->entity} : m_content->entitiesAt(cell->place);
    else if (const EntityRef line = m_content->isEmpty() ? EntityRef{} : lineAt(point); line.isValid())
        chosen = {line};
    if (chosen.empty())
        return;
    if (!adds)
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
    for (std::size_t row = from->row; row <= to->row && chosen.size() < mostMarked; ++row) {
        for (std::size_t column = from->column; column <= to->column && chosen.size() < mostMarked; ++column) {
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

void FabricCanvas::fit()
{
    m_rows.fit();
    m_columns.fit();
    update();
}

void FabricCanvas::zoom(double factor, QPointF fixed)
{
    m_rows.zoom(factor, fixed.y() - m_area.top());
    m_columns.zoom(factor, fixed.x() - m_area.left());
    update();
}

void FabricCanvas::mouseDoubleClickEvent(QMouseEvent*)
{
    fit();
}

void FabricCanvas::wheelEvent(QWheelEvent* event)
{
    event->accept();
    // Qt turns the wheel sideways for some modifiers: whichever moved counts.
    const QPoint delta = event->angleDelta();
    zoom(std::pow(zoomStep, (delta.y() != 0 ? delta.y() : delta.x()) / notch), event->position());
}

void FabricCanvas::leaveEvent(QEvent*)
{
    m_context.selection.setHovered({});
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

void FabricCanvas::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Up:
        return moveSelected(-1, 0);
    case Qt::Key_Down:
        return moveSelected(1, 0);
    case Qt::Key_Left:
        return moveSelected(0, -1);
    case Qt::Key_Right:
        return moveSelected(0, 1);
    case Qt::Key_W:
    case Qt::Key_Plus:
        return zoom(zoomStep, m_area.center());
    case Qt::Key_S:
    case Qt::Key_Minus:
        return zoom(1 / zoomStep, m_area.center());
    case Qt::Key_A:
        m_columns.panPixels(-m_columns.height() * panShare);
        return update();
    case Qt::Key_D:
        m_columns.panPixels(m_columns.height() * panShare);
        return update();
    case Qt::Key_Home:
        return fit();
    case Qt::Key_Escape:
        return m_context.selection.clear();
    default:
        QWidget::keyPressEvent(event);
    }
}

} // namespace lockstep
