// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/canvas/canvas.h"

#include "models/view/colour/theme.h"
#include "models/view/framestats.h"
#include "models/view/selection.h"
#include "widgets/common/canvas/hovertip.h"
#include "widgets/common/paint.h"

#include <QMouseEvent>
#include <QPainter>
#include <QTimer>
#include <QWheelEvent>

#include <cmath>
#include <utility>

namespace lockstep {

Canvas::Canvas(const ViewContext& context, const QString& name, QWidget* parent)
    : QWidget(parent), m_context(context), m_tip(new HoverTip(context.theme, this))
{
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setAccessibleName(name);
    const auto repaint = qOverload<>(&QWidget::update);
    connect(&context.selection, &Selection::hoveredChanged, this, repaint);
    connect(&context.selection, &Selection::selectedChanged, this, repaint);
    connect(&context.theme, &Theme::changed, this, repaint);
}

void Canvas::setComplete(bool isComplete)
{
    m_isComplete = isComplete;
    if (!isComplete)
        QTimer::singleShot(0, this, qOverload<>(&QWidget::update));
}

void Canvas::paintGround(QPainter& painter, const QRectF& cells, bool hasTransparentCells) const
{
    const Palette& palette = m_context.theme.palette();
    for (const QRect& margin : QRegion(rect()) - cells.toRect())
        painter.fillRect(margin, toColor(palette.panel));
    painter.setBrushOrigin(cells.topLeft());
    if (hasTransparentCells)
        painter.fillRect(cells, noDataBrush(palette));
}

double Canvas::zoomOf(const QWheelEvent& event)
{
    constexpr double notch = 120;
    // With some modifiers Qt reports horizontal scrolling, so use either axis.
    const QPoint delta = event.angleDelta();
    return std::pow(zoomStep, (delta.y() != 0 ? delta.y() : delta.x()) / notch);
}

bool Canvas::isClick(const QMouseEvent& event, QPointF from) const
{
    constexpr double clickReach = 4; // pixels: more is a drag
    return (event.position() - from).manhattanLength() < clickReach;
}

void Canvas::paintEvent(QPaintEvent*)
{
    const FrameStats::Work work(m_context.frames);
    ++m_paintCount;
    QPainter painter(this);
    paintOn(painter);
    if (hasFocus())
        drawFocusFrame(painter, rect(), m_context.theme.palette());
    m_context.frames.painted();
}

void Canvas::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return;
    m_pressedAt = m_draggedTo = event->position();
    m_tip->hide();
    pressed(*event);
}

void Canvas::mouseMoveEvent(QMouseEvent* event)
{
    if (!m_pressedAt)
        return hover(event->position());
    const QPointF to = isClick(*event, *m_pressedAt) ? m_draggedTo : event->position();
    dragged(*event, std::exchange(m_draggedTo, to) - to);
}

void Canvas::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || !m_pressedAt)
        return;
    const QPointF from = *std::exchange(m_pressedAt, std::nullopt);
    released(*event, from);
    hover(event->position());
    if (isClick(*event, from))
        click(event->position(), event->modifiers());
}

void Canvas::leaveEvent(QEvent*)
{
    m_tip->hide();
    m_context.selection.setHovered({});
}

} // namespace lockstep

#include "moc_canvas.cpp"
