// SPDX-License-Identifier: GPL-3.0-or-later
// The manners of FabricCanvas: what mouse and keyboard do.
#include "models/store/clustermodel.h"
#include "models/view/selection.h"
#include "models/view/timewindow.h"
#include "widgets/common/hovertip.h"
#include "widgets/fabric/fabriccanvas.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QWheelEvent>

#include <utility>

namespace lockstep {

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

void FabricCanvas::pressed(const QMouseEvent& event)
{
    m_isMarking = event.modifiers().testFlag(Qt::ShiftModifier);
}

void FabricCanvas::dragged(const QMouseEvent&, QPointF by)
{
    if (!m_isMarking) {
        m_rows.panPixels(by.y());
        m_columns.panPixels(by.x());
    }
    update();
}

void FabricCanvas::released(const QMouseEvent& event, QPointF from)
{
    if (std::exchange(m_isMarking, false) && !isClick(event, from))
        selectWithin(QRectF(from, event.position()).normalized() & m_area);
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
    zoom(zoomOf(*event), event->position());
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
        m_columns.panPixels(-m_columns.height() * keyPanShare);
        return update();
    case Qt::Key_D:
        m_columns.panPixels(m_columns.height() * keyPanShare);
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
