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

} // namespace

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
