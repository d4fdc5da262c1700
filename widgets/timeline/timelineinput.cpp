// SPDX-License-Identifier: GPL-3.0-or-later
// What TimelineView does with pointer and keyboard.
#include "models/incidents/board/incidentboard.h"
#include "models/store/clustermodel.h"
#include "models/view/lanelayout.h"
#include "models/view/selection.h"
#include "models/view/timewindow.h"
#include "widgets/common/hovertip.h"
#include "widgets/timeline/annotationmarks.h"
#include "widgets/timeline/spanfacts.h"
#include "widgets/timeline/timelineview.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QScrollBar>
#include <QWheelEvent>

#include <algorithm>

namespace lockstep {

namespace {

constexpr int wheelRows = 3;
constexpr int wheelNotch = 120;
/// How soon what lies under a resting pointer is looked at again: after a hand moved it, and while it creeps by itself.
constexpr int hoverPauseMs = 150;
constexpr int hoverPauseFollowingMs = 500;

} // namespace

const TimelineRow* TimelineView::laneAt(QPoint point) const
{
    const TimelineGeometry geometry = geometryNow();
    if (point.y() < geometry.lanesTop())
        return nullptr;
    const TimelineRow* row = m_rows.at(geometry.rowY(point.y()));
    return row != nullptr && row->kind == TimelineRow::Kind::Lane ? row : nullptr;
}

std::optional<TimelineView::SpanHit> TimelineView::spanUnder(const TimelineRow& row, QPoint point) const
{
    const TimeAxis axis = m_gestures.axis();
    const LaneSpans lane = m_context.cluster.store().laneSpans(row.lane, axis.range);
    const auto span = spanAt(lane, axis, point.x() - m_labelWidth + 0.5);
    if (!span)
        return std::nullopt;
    const auto rects = layoutLane(lane, axis);
    const auto found = std::ranges::find(rects, *span, &LaneRect::span);
    return found != rects.end() ? std::optional(SpanHit{*found, lane[*span]}) : std::nullopt;
}

AnnotationKey TimelineView::annotationUnder(QPoint point) const
{
    // Flags hang from the top of the row, events stand in its middle.
    QRect flags = geometryNow().events();
    flags.setHeight(annotationFlagHeight + 1);
    if (m_context.incidents == nullptr || !flags.contains(point))
        return {};
    return annotationAt(m_context.incidents->marks(), m_gestures.axis(), point.x() - m_labelWidth);
}

HoverText TimelineView::explain(QPoint point) const
{
    const TimelineGeometry geometry = geometryNow();
    const ClusterStore& store = m_context.cluster.store();
    if (geometry.events().contains(point)) {
        if (const AnnotationKey annotation = annotationUnder(point); annotation.isValid())
            return explainAnnotation(*m_context.incidents, annotation);
        const EventMark* mark = markAt(m_picture.marks(), point.x() - geometry.labelWidth, eventMarkSide);
        return mark != nullptr ? explainEvent(store, *mark) : HoverText{};
    }
    const TimelineRow* row = laneAt(point);
    if (row == nullptr || point.x() < geometry.labelWidth)
        return {};
    if (const auto hit = spanUnder(*row, point)) {
        HoverText text = explainSpan(store, store.spans().lanes()[row->lane], hit->span, hit->rect.count - 1);
        if (const auto story = waitStory(store, m_context.sync, row->lane, hit->span))
            text.sentence = story->sentence;
        return text;
    }
    return explainNothing(store, row->lane, m_gestures.timeAt(point.x()));
}

void TimelineView::hover(QPoint point)
{
    const TimelineGeometry geometry = geometryNow();
    const bool isOverPlot = point.x() >= geometry.labelWidth;
    m_pointer = point;
    const TimelineRow* row = laneAt(point);
    forgetHover();
    if (row != nullptr && isOverPlot) {
        if (const auto hit = spanUnder(*row, point)) {
            m_hoveredSpan = QRectF(geometry.labelWidth + hit->rect.x0, geometry.viewY(row->top) + 1,
                                   std::max(3.0, hit->rect.x1 - hit->rect.x0), row->bottom - row->top - 1);
            if (auto story = waitStory(m_context.cluster.store(), m_context.sync, row->lane, hit->span))
                m_hoveredWait = HoveredWait{std::move(*story), hit->span};
        }
    }
    m_context.selection.setHovered(row != nullptr ? row->entity : EntityRef{},
                                   isOverPlot ? std::optional(m_gestures.timeAt(point.x())) : std::nullopt);
    HoverText text = explain(point);
    if (text.sentence.isEmpty())
        m_tip->hide();
    else
        m_tip->showAt(point, std::move(text));
    viewport()->update();
}

/// Looks again at what lies under a pointer that rests, now that something has moved beneath it.
void TimelineView::hoverSoon()
{
    if (m_pointer && isVisible() && !m_hoverTimer.isActive())
        m_hoverTimer.start(m_context.time.isFollowing() ? hoverPauseFollowingMs : hoverPauseMs, this);
}

void TimelineView::forgetHover()
{
    m_hoveredSpan = {};
    m_hoveredWait.reset();
}

bool TimelineView::viewportEvent(QEvent* event)
{
    if (event->type() == QEvent::Leave) {
        m_pointer.reset();
        forgetHover();
        m_context.selection.setHovered({});
        viewport()->update();
    }
    return QAbstractScrollArea::viewportEvent(event);
}

void TimelineView::click(QPoint point)
{
    const TimelineGeometry geometry = geometryNow();
    if (geometry.events().contains(point)) {
        const EventLog& log = m_context.cluster.store().events();
        if (const AnnotationKey annotation = annotationUnder(point); annotation.isValid())
            return m_context.incidents->setFocused(annotation);
        const EventMark* mark = markAt(m_picture.marks(), point.x() - geometry.labelWidth, eventMarkSide);
        if (mark == nullptr || mark->number < log.firstNumber()
            || mark->number - log.firstNumber() >= log.events().size())
            return;
        const LoggedEvent& logged = log.events()[static_cast<std::size_t>(mark->number - log.firstNumber())];
        m_context.selection.select(logged.entity);
        m_context.time.setCursor(logged.lastTime);
    } else if (geometry.ruler().contains(point)) {
        m_context.time.setCursor(m_gestures.timeAt(point.x()));
    } else if (const TimelineRow* row = laneAt(point)) {
        m_context.selection.select(row->entity);
    }
}

void TimelineView::wheelEvent(QWheelEvent* event)
{
    const bool isOverLabels = event->position().x() < m_labelWidth;
    if (isOverLabels || event->modifiers().testFlag(Qt::ControlModifier)) {
        const int rows = event->angleDelta().y() * wheelRows / wheelNotch;
        verticalScrollBar()->setValue(verticalScrollBar()->value() - rows * verticalScrollBar()->singleStep());
    } else {
        m_gestures.wheel(*event);
    }
    event->accept();
}

void TimelineView::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return;
    m_gestures.press(*event);
    m_pressedAt = event->position().toPoint();
    m_pressedScroll = verticalScrollBar()->value();
}

void TimelineView::mouseMoveEvent(QMouseEvent* event)
{
    const QPoint point = event->position().toPoint();
    if (m_gestures.move(*event)) {
        m_tip->hide();
        if (m_gestures.drag() == TimeGestures::Drag::Pan)
            verticalScrollBar()->setValue(m_pressedScroll - (point.y() - m_pressedAt.y()));
        return;
    }
    hover(point);
}

void TimelineView::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton && m_gestures.release(*event) == TimeGestures::Drag::Pressed)
        click(event->position().toPoint());
}

void TimelineView::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || event->position().x() < m_labelWidth)
        return;
    const auto marked = m_context.time.marked();
    if (marked && marked->contains(m_gestures.timeAt(event->position().x())))
        m_context.time.setRange(*marked);
    else
        m_context.time.fitExtent();
}

void TimelineView::escape()
{
    if (m_context.time.marked())
        m_context.time.setMarked(std::nullopt);
    else
        m_context.selection.clear();
}

void TimelineView::selectRow(int step)
{
    const auto& rows = m_rows.rows();
    const auto isCurrent = [this](const TimelineRow& row) {
        return row.kind == TimelineRow::Kind::Lane && row.entity == m_context.selection.current();
    };
    const auto current = std::ranges::find_if(rows, isCurrent);
    // Nothing chosen yet: the first lane down, the last lane up.
    auto index = current != rows.end() ? current - rows.begin() : (step > 0 ? -1 : std::ssize(rows));
    for (index += step; index >= 0 && index < std::ssize(rows); index += step) {
        const TimelineRow& row = rows[static_cast<std::size_t>(index)];
        if (row.kind != TimelineRow::Kind::Lane || isCurrent(row))
            continue;
        m_pointer.reset(); // from now on the chosen lane is meant
        m_context.selection.select(row.entity);
        scrollTo(row);
        return;
    }
}

void TimelineView::scrollTo(const TimelineRow& row)
{
    QScrollBar* bar = verticalScrollBar();
    const int frozen = geometryNow().frozen;
    if (row.top < frozen)
        return;
    if (row.top < bar->value() + frozen)
        bar->setValue(row.top - frozen);
    else if (row.bottom > bar->value() + bar->pageStep())
        bar->setValue(row.bottom - bar->pageStep());
}

void TimelineView::reveal(EntityRef entity)
{
    const Topology& topology = *m_context.cluster.store().topology();
    if (!entity.isValid() || !isVisible())
        return;
    const QScrollBar& bar = *verticalScrollBar();
    const int frozen = geometryNow().frozen;
    const TimelineRow* first = nullptr;
    for (const TimelineRow& row : m_rows.rows()) {
        const bool isPart = row.kind == TimelineRow::Kind::Lane && topology.contains(row.entity)
            && (row.entity == entity || topology.ancestor(row.entity, entity.kind) == entity);
        if (!isPart)
            continue;
        const bool isInSight
            = row.bottom <= frozen || (row.top >= bar.value() + frozen && row.bottom <= bar.value() + bar.pageStep());
        if (isInSight)
            return;
        first = first != nullptr ? first : &row;
    }
    if (first != nullptr)
        scrollTo(*first);
}

void TimelineView::keyPressEvent(QKeyEvent* event)
{
    const bool isOverPlot = m_pointer && m_pointer->x() >= m_labelWidth;
    const auto under = isOverPlot ? std::optional<double>(m_pointer->x()) : std::nullopt;
    if (m_gestures.key(*event, under))
        return;
    QScrollBar* bar = verticalScrollBar();
    switch (event->key()) {
    case Qt::Key_Up:
        return selectRow(-1);
    case Qt::Key_Down:
        return selectRow(1);
    case Qt::Key_PageUp:
        return bar->setValue(bar->value() - bar->pageStep());
    case Qt::Key_PageDown:
        return bar->setValue(bar->value() + bar->pageStep());
    case Qt::Key_Home:
        return m_context.time.fitExtent();
    case Qt::Key_Slash:
        return showFilter(true);
    case Qt::Key_P:
        if (event->modifiers().testFlag(Qt::ShiftModifier))
            return unpinAll();
        if (const TimelineRow* row = laneMeant())
            togglePin(row->lane);
        return;
    case Qt::Key_Escape:
        return escape();
    default:
        event->ignore();
    }
}

} // namespace lockstep
