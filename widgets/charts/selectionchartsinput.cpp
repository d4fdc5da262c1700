// SPDX-License-Identifier: GPL-3.0-or-later
// What SelectionChartsView does with pointer and keyboard.
#include "models/store/clustermodel.h"
#include "models/view/comparison.h"
#include "models/view/cursorvalues.h"
#include "models/view/selection.h"
#include "models/view/timewindow.h"
#include "widgets/charts/selectionchartsview.h"
#include "widgets/common/hovertip.h"
#include "widgets/common/metricchoice.h"
#include "widgets/common/text.h"

#include <QCursor>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QScrollBar>

#include <optional>

namespace lockstep {

void SelectionChartsView::hover(QPoint point)
{
    const bool overPlot = plotArea().contains(point) && !m_rows.empty() && m_tops.size() == m_rows.size() + 1;
    std::size_t row = 0;
    while (overPlot && row < m_rows.size() && rowArea(row).bottom() < point.y())
        ++row;
    if (!overPlot || row == m_rows.size() || point.y() < m_tops.front()) {
        m_tip->hide();
        m_context.selection.setHovered({});
        return;
    }
    const ClusterStore& store = m_context.cluster.store();
    const TimePoint time = m_gestures.timeAt(point.x());
    const ChartScene now = scene();
    const EntityRef entity = m_rows[row].nearest(now, m_rows[row].plotOf(now, rowArea(row)), point.y(), time);
    m_context.selection.setHovered(entity, time);

    const MetricDescriptor& metric = store.metrics().descriptor(m_rows[row].metric());
    const QString title = toQString(metric.title);
    const QString at = toQString(
        formatTime(timeOfTick(tickIndexOf(time, store.tickPeriod()), store.tickPeriod()), std::chrono::seconds(1)));
    HoverText text;
    if (entity.isValid()) {
        const QString value = valueText(metric, m_rows[row].valueAt(store, entity, time));
        text.sentence = tr("%1: %2 was %3.").arg(entityLabel(*store.topology(), entity), title, value);
        if (m_context.comparison != nullptr && m_context.comparison->isActive()) {
            const MetricId of = m_context.comparison->baseOf(m_rows[row].metric());
            const TickIndex tick = tickIndexOf(time, store.tickPeriod());
            const float before = m_context.comparison->baselineAt(of, entity.index, tick);
            text.facts.push_back({tr("In the baseline"), valueText(store.metrics().descriptor(of), before)});
        }
        const MetricId peak = peakMetric(store.metrics(), m_rows[row].metric());
        if (peak.isValid())
            text.facts.push_back(
                {tr("Peak in the tick"),
                 quantityText(static_cast<double>(valueAt(store, peak, entity, tickAt(store, time))), metric.unit)});
    } else {
        text.sentence = tr("No data: %1 was not measured then.").arg(title);
    }
    text.facts.push_back({tr("At"), at});
    m_tip->showAt(point, std::move(text));
}

bool SelectionChartsView::viewportEvent(QEvent* event)
{
    if (event->type() == QEvent::Leave)
        m_context.selection.setHovered({});
    return QAbstractScrollArea::viewportEvent(event);
}

void SelectionChartsView::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return;
    m_tip->hide();
    m_gestures.press(*event);
}

void SelectionChartsView::mouseMoveEvent(QMouseEvent* event)
{
    if (!m_gestures.move(*event))
        hover(event->position().toPoint());
}

void SelectionChartsView::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || m_gestures.release(*event) != TimeGestures::Drag::Pressed)
        return;
    if (!plotArea().contains(event->position().toPoint()))
        return;
    m_context.time.setCursor(m_gestures.timeAt(event->position().x()));
}

void SelectionChartsView::mouseDoubleClickEvent(QMouseEvent*)
{
    TimeWindow& time = m_context.time;
    if (time.isFollowing() && !time.extent().isEmpty())
        time.follow(time.extent().length());
    else
        time.fitExtent();
}

void SelectionChartsView::wheelEvent(QWheelEvent* event)
{
    const bool scrolls = event->modifiers().testFlag(Qt::ControlModifier) || event->position().x() < plotArea().left();
    if (scrolls) {
        // Qt turns the wheel sideways for some modifiers: whichever moved counts.
        const int delta = event->angleDelta().y() != 0 ? event->angleDelta().y() : event->angleDelta().x();
        verticalScrollBar()->setValue(verticalScrollBar()->value() - delta / 2);
    } else {
        m_gestures.wheel(*event);
    }
    event->accept();
}

void SelectionChartsView::keyPressEvent(QKeyEvent* event)
{
    const Duration tick = m_context.cluster.store().tickPeriod();
    switch (event->key()) {
    case Qt::Key_Up:
    case Qt::Key_Down:
    case Qt::Key_PageUp:
    case Qt::Key_PageDown:
        QAbstractScrollArea::keyPressEvent(event);
        return;
    case Qt::Key_Left:
        m_context.time.moveCursor(-tick);
        return;
    case Qt::Key_Right:
        m_context.time.moveCursor(tick);
        return;
    case Qt::Key_Escape:
        m_context.time.setMarked(std::nullopt);
        return;
    default:
        break;
    }
    const double pointer = viewport()->mapFromGlobal(QPointF(QCursor::pos())).x();
    if (!m_gestures.key(*event, viewport()->underMouse() ? std::optional(pointer) : std::nullopt))
        QAbstractScrollArea::keyPressEvent(event);
}

void SelectionChartsView::focusInEvent(QFocusEvent* event)
{
    QAbstractScrollArea::focusInEvent(event);
    viewport()->update();
}

void SelectionChartsView::focusOutEvent(QFocusEvent* event)
{
    QAbstractScrollArea::focusOutEvent(event);
    viewport()->update();
}

void SelectionChartsView::showEvent(QShowEvent* event)
{
    QAbstractScrollArea::showEvent(event);
    invalidate(); // what came while hidden was not drawn
}

void SelectionChartsView::resizeEvent(QResizeEvent* event)
{
    QAbstractScrollArea::resizeEvent(event);
    viewport()->update();
}

void SelectionChartsView::scrollContentsBy(int, int)
{
    // The ruler is frozen: moving pixels would move it along.
    viewport()->update();
}

} // namespace lockstep
