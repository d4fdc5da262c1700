// SPDX-License-Identifier: GPL-3.0-or-later
// The manners of FabricCanvas: what mouse and keyboard do.
#include "models/store/clustermodel.h"
#include "models/view/selection.h"
#include "models/view/timewindow.h"
#include "widgets/common/text.h"
#include "widgets/fabric/fabriccanvas.h"
#include "widgets/heatmap/heathover.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

constexpr double zoomStep = 0.8;
constexpr double notch = 120;
constexpr double panShare = 0.15;
constexpr double clickReach = 4; ///< pixels: more is a drag

} // namespace

EntityRef FabricCanvas::lineAt(QPointF point) const
{
    const double row = m_rows.rowAt(point.y() - m_area.top());
    const double column = m_columns.rowAt(point.x() - m_area.left());
    const bool isBeside = point.x() < m_area.left() && point.y() >= m_area.top();
    const bool isAbove = point.y() < m_area.top() && point.x() >= m_area.left();
    if (isBeside && row >= 0 && row < static_cast<double>(m_matrix.rows().size())) {
        if (point.x() >= m_labels.group)
            return m_matrix.rows()[static_cast<std::size_t>(row)].entity;
        for (const MatrixGroup& group : m_matrix.groups()) {
            if (static_cast<std::size_t>(row) < group.rows.to)
                return group.owner;
        }
    }
    if (isAbove && column >= 0 && column < static_cast<double>(m_matrix.columns().size()))
        return m_matrix.columns()[static_cast<std::size_t>(column)].entity;
    return {};
}

void FabricCanvas::hover(QPointF point)
{
    const ClusterStore& store = m_context.cluster.store();
    const auto cell = m_matrix.isEmpty() || !m_metric.isValid() ? std::nullopt : m_picture.cellAt(frame(), point);
    if (!cell) {
        m_tip->hide();
        m_context.selection.setHovered(m_matrix.isEmpty() ? EntityRef{} : lineAt(point));
        return;
    }
    const EntityRef port{EntityKind::Port, cell->port};
    m_context.selection.setHovered(
        port, cell->tick ? std::optional(timeOfTick(*cell->tick, store.tickPeriod())) : std::nullopt);
    HoverText text = heatHover(store, {port, m_metric, cell->tick, cell->value, cell->place.row, cell->sharing});
    text.facts.insert(text.facts.begin(), {tr("Link"), linkName(cell->port)});
    if (const EntityRef far = store.topology()->peer(port); far.isValid() && far.kind == EntityKind::Port)
        text.facts.insert(text.facts.begin() + 2, {tr("Far end"), toQString(store.topology()->path(far))});
    m_tip->showAt(point.toPoint(), std::move(text));
}

void FabricCanvas::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return;
    m_pressedAt = m_draggedTo = event->position();
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
    m_pressedAt.reset();
    hover(event->position());
    const EntityRef target = m_context.selection.hovered();
    if (!isClick || !target.isValid())
        return;
    if (event->modifiers().testFlag(Qt::ControlModifier))
        m_context.selection.toggle(target);
    else
        m_context.selection.select(target);
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
    const EntityRef current = m_context.selection.current();
    auto place = current.isValid() && current.kind == EntityKind::Port ? m_matrix.placeOf(current.index) : std::nullopt;
    if (!place && m_worst)
        place = m_worst->place; // where one would look first
    else if (!place)
        place = MatrixPlace{};
    const auto moved = [](std::size_t from, int by, std::size_t count) {
        return static_cast<std::size_t>(std::clamp<std::int64_t>(
            static_cast<std::int64_t>(from) + by, 0, std::max<std::int64_t>(static_cast<std::int64_t>(count) - 1, 0)));
    };
    if (m_matrix.isEmpty())
        return;
    place->row = moved(place->row, rows, m_matrix.rows().size());
    place->column = moved(place->column, columns, m_matrix.columns().size());
    const std::uint32_t port = m_matrix.portsAt(*place)[0];
    if (port != CellBins::nobody)
        m_context.selection.select({EntityKind::Port, port});
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
