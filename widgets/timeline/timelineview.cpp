// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/timelineview.h"

#include "models/analysis/causality/joinedalerts.h"
#include "models/analysis/sync/live/syncresults.h"
#include "models/incidents/workspace/incidentworkspace.h"
#include "models/store/clustermodel.h"
#include "models/view/colour/theme.h"
#include "models/view/framestats.h"
#include "models/view/lanelayout.h"
#include "models/view/selection.h"
#include "models/view/time/timewindow.h"
#include "widgets/common/canvas/hovertip.h"
#include "widgets/common/controls.h"
#include "widgets/common/fonts.h"
#include "widgets/common/paint.h"
#include "widgets/common/text.h"
#include "widgets/timeline/marks/annotationmarks.h"
#include "widgets/timeline/marks/spanfacts.h"
#include "widgets/timeline/timelineoverlay.h"

#include <QAction>
#include <QContextMenuEvent>
#include <QHBoxLayout>
#include <QJsonArray>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QShortcut>
#include <QTimerEvent>
#include <QToolButton>
#include <QWheelEvent>

#include <algorithm>
#include <utility>

namespace lockstep {

using namespace Qt::StringLiterals;

namespace {

/// Minimum time between reorderings by wait while the window moves or spans arrive, so that rows stay calm.
constexpr int orderPauseMs = 2000;
/// Fraction of the lanes' height; pinned lanes beyond it scroll with the others.
constexpr double maxFrozen = 0.6;

/// Of buttons in the thin rows above the lanes.
constexpr auto thinButton = "QToolButton { min-height: 0; padding: 0 5px; }";

constexpr int wheelRows = 3;
constexpr int wheelNotch = 120;

/// The job that the alert affects most, otherwise a job that runs on one of its entities; empty: none.
std::string affectedJob(const Alert& alert, TimelineRows& rows, const ClusterStore& store)
{
    const Alert::Stage* worst = nullptr;
    for (const Alert::Stage& stage : alert.chain) {
        if (!stage.fields.job.empty() && (worst == nullptr || stage.severity > worst->severity))
            worst = &stage;
    }
    if (worst != nullptr)
        return worst->fields.job;
    for (const EntityRef entity : alert.entities) {
        if (const TimelineRow* const lane = rows.firstLaneWithin(entity, store))
            return jobOf(store, *lane);
    }
    return {};
}

} // namespace

TimelineView::TimelineView(ViewContext context, QWidget* parent)
    : QAbstractScrollArea(parent),
      m_context(context),
      m_gestures(context.time),
      m_picture(context),
      m_filterBar(new LaneFilterBar(this)),
      m_filterButton(new QToolButton(viewport())),
      m_hover(context, *viewport())
{
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setAccessibleName(tr("Timeline"));
    setAccessibleDescription(tr("Spans of jobs, one lane per row. W and S zoom, A and D pan, Up and Down choose a "
                                "lane, P pins the lane. L goes live, Esc clears the selection."));
    viewport()->setMouseTracking(true);
    viewport()->setAttribute(Qt::WA_OpaquePaintEvent);
    verticalScrollBar()->setAccessibleName(tr("Lanes"));
    makeActions();
    makeFilter();
    m_rows.setPins(&m_pins);
    connectContext();
    rebuildRows();
}

TimelineView::~TimelineView() = default;

QLineEdit& TimelineView::filterLine() const
{
    return m_filterBar->line();
}

TimelineProbe TimelineView::probe() const
{
    return {m_context, geometryNow(), m_rows, m_gestures.axis(), m_picture.marks()};
}

HoverText TimelineView::explain(QPoint point) const
{
    return probe().explain(point);
}

void TimelineView::makeActions()
{
    m_orders = new LaneOrders(this);
    addActions(m_orders->actions());
    connect(m_orders, &LaneOrders::changed, this, &TimelineView::orderRows);

    m_order = new QToolButton(viewport());
    m_order->addActions(m_orders->actions());
    m_order->setPopupMode(QToolButton::InstantPopup);
    m_order->setToolButtonStyle(Qt::ToolButtonTextOnly);
    m_order->setFont(smallTextFont());
    m_order->setCursor(Qt::ArrowCursor);
    m_order->setStyleSheet(QLatin1StringView(thinButton));
    m_order->setAccessibleName(tr("Lane order"));
    m_order->setToolTip(tr("Lane order"));
}

void TimelineView::connectContext()
{
    connect(&m_context.cluster, &ClusterModel::changed, this, &TimelineView::clusterChanged);
    connect(&m_context.time, &TimeWindow::changed, this, [this] {
        m_hover.forget();
        m_hover.refreshSoon();
        orderSoon();
        refreshCaption();
        // User moves repaint at once; following waits for its turn.
        if (m_context.time.isFollowing())
            m_limiter.request();
        else
            repaintIfVisible();
    });
    connect(&m_limiter, &RepaintLimiter::due, this, &TimelineView::repaintIfChanged);
    connect(&m_pins, &LanePins::changed, this, &TimelineView::showNewRows);
    connect(&m_hover, &TimelineHover::due, this, [this] {
        if (m_hover.pointer() && m_gestures.drag() == TimeGestures::Drag::None)
            hover(*m_hover.pointer());
    });
    if (m_context.sync != nullptr) {
        connect(m_context.sync, &SyncResults::changed, &m_limiter, &RepaintLimiter::request);
    }
    connect(&m_context.time, &TimeWindow::cursorChanged, this, [this] {
        const bool wasFollowing = std::exchange(m_isFollowing, m_context.time.isFollowing());
        if (!wasFollowing || !m_isFollowing) // While live, an event signals changes of alerts.
            moveAffectedJobFirst();
        m_limiter.request();
    });
    connect(&m_context.time, &TimeWindow::markedChanged, this, &TimelineView::repaintIfVisible);
    connect(&m_context.time, &TimeWindow::extentChanged, &m_limiter, &RepaintLimiter::request);
    connect(&m_context.selection, &Selection::hoveredChanged, this, &TimelineView::repaintIfVisible);
    connect(&m_context.selection, &Selection::selectedChanged, this, [this] {
        moveAffectedJobFirst();
        reveal(m_context.selection.current());
        repaintIfVisible();
    });
    connect(&m_context.selection, &Selection::shown, this, &TimelineView::reveal);
    connect(&m_context.theme, &Theme::changed, this, &TimelineView::repaintIfVisible);
    if (m_context.alerts != nullptr) {
        connect(m_context.alerts, &JoinedAlerts::joined, this, &TimelineView::moveAffectedJobFirst);
        connect(m_context.alerts, &JoinedAlerts::joined, &m_limiter, &RepaintLimiter::request);
    }
    if (const IncidentWorkspace* const incidents = m_context.incidents) {
        connect(incidents, &IncidentWorkspace::annotationsChanged, this, &TimelineView::repaintIfVisible);
        connect(incidents, &IncidentWorkspace::focusedChanged, this, &TimelineView::repaintIfVisible);
    }
}

void TimelineView::repaintIfVisible()
{
    if (isVisible())
        viewport()->update();
}

/// Changes elsewhere or outside the window need no repaint.
void TimelineView::repaintIfChanged()
{
    if (!isVisible())
        return;
    const bool areRowsKnown = m_knownLanes == m_context.cluster.store().spans().lanes().size();
    const bool hasCursorMoved = m_paintedCursor != m_context.time.cursor();
    if (!areRowsKnown || hasCursorMoved || !m_picture.isCurrent(geometryNow(), m_rows, devicePixelRatioF()))
        viewport()->update();
}

void TimelineView::clusterChanged(const ChangeSet& changes)
{
    if (!changes.spans && !changes.topology && !changes.events && !changes.sources && !changes.historyDropped)
        return;
    if (!isVisible())
        return;
    const bool areRowsKnown = !changes.topology && m_knownLanes == m_context.cluster.store().spans().lanes().size();
    if (!areRowsKnown)
        rebuildRows();
    if (changes.events || !areRowsKnown)
        moveAffectedJobFirst();
    orderSoon();
    m_hover.refreshSoon();
    m_limiter.request();
}

void TimelineView::rebuildRows()
{
    const ClusterStore& store = m_context.cluster.store();
    m_knownLanes = store.spans().lanes().size();
    m_rows.setRowHeight(rowHeight(smallTextFont()));
    m_filter.setText(m_filterBar->text(), store);
    switch (m_orders->current()) {
    case TimelineOrder::ByNode:
        m_rows.groupByNode(store);
        break;
    case TimelineOrder::ByRank:
        m_rows.groupByRank(store);
        break;
    case TimelineOrder::ByWait:
        m_rows.sortByWait(store, m_context.time.range());
        break;
    case TimelineOrder::ByBlame:
        m_rows.sortByBlame(store, m_context.sync);
        break;
    }
    m_order->setText(m_orders->action(m_orders->current())->text());
    m_columns = labelColumnsOf(m_rows);
    layOut();
}

TimelineGeometry TimelineView::geometryNow() const
{
    TimelineGeometry geometry{viewport()->width(), viewport()->height(), m_labelWidth, rowHeight(smallTextFont()),
                              verticalScrollBar()->value()};
    const int room = static_cast<int>(geometry.lanesHeight() * maxFrozen) / geometry.rowHeight;
    geometry.frozen = std::min(m_rows.pinnedHeight(), room * geometry.rowHeight);
    return geometry;
}

void TimelineView::layOut()
{
    m_labelWidth = std::max(labelWidthFor(m_columns), m_order->sizeHint().width() + 8);
    const TimelineGeometry geometry = geometryNow();
    verticalScrollBar()->setRange(0, std::max(0, m_rows.height() - geometry.lanesHeight()));
    verticalScrollBar()->setPageStep(geometry.lanesHeight());
    verticalScrollBar()->setSingleStep(geometry.rowHeight);
    m_gestures.setArea(geometry.labelWidth, geometry.axisWidth());
    m_order->setVisible(m_rows.laneCount() > 0 || !m_filter.isEmpty());
    placeFilter();
    m_order->setGeometry(geometry.corner().adjusted(2, 0, -3, 0));
    refreshCaption();
}

void TimelineView::refreshCaption()
{
    QString caption;
    if (m_rows.laneCount() > 0) {
        caption = tr("%n lanes, visible range %1", nullptr, static_cast<int>(m_rows.laneCount()))
                      .arg(toQString(formatDuration(m_context.time.range().length())));
    }
    if (caption == m_caption)
        return;
    m_caption = caption;
    Q_EMIT captionChanged(m_caption);
}

void TimelineView::orderSoon()
{
    if (isVisible() && m_orders->followsData() && !m_orderTimer.isActive())
        m_orderTimer.start(orderPauseMs, this);
}

void TimelineView::orderRows()
{
    m_orderTimer.stop();
    showNewRows();
}

void TimelineView::showNewRows()
{
    rebuildRows();
    m_hover.refreshSoon();
    repaintIfVisible();
}

void TimelineView::timerEvent(QTimerEvent* event)
{
    if (event->timerId() == m_orderTimer.timerId())
        orderRows();
    else
        QAbstractScrollArea::timerEvent(event);
}

void TimelineView::paintEvent(QPaintEvent*)
{
    const FrameStats::Work work(m_context.frames);
    const Palette& palette = m_context.theme.palette();
    QPainter painter(viewport());
    if (m_rows.laneCount() == 0 && !m_filter.isEmpty()) {
        painter.fillRect(viewport()->rect(), toColor(palette.panel));
        drawEmptyState(painter, viewport()->rect(), palette, tr("No matching lanes."),
                       tr("Press Esc in the filter to show all lanes."));
    } else if (m_rows.laneCount() == 0) {
        painter.fillRect(viewport()->rect(), toColor(palette.panel));
        drawEmptyState(painter, viewport()->rect(), palette, tr("No spans yet."),
                       tr("Run a job with the NCCL plugin, or open a trace."));
    } else {
        const TimelineGeometry geometry = geometryNow();
        painter.drawPixmap(0, 0, m_picture.picture(geometry, m_rows, m_columns, devicePixelRatioF()));
        m_paintedCursor = m_context.time.cursor();
        drawTimelineOverlay(painter, geometry, m_rows, m_context, m_hover.span());
        m_hover.drawArrows(painter, geometry, m_rows, m_gestures.axis());
    }
    if (hasFocus())
        drawFocusFrame(painter, viewport()->rect(), palette);
    m_context.frames.painted();
}

void TimelineView::changeEvent(QEvent* event)
{
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::FontChange && isVisible()) // a view that is shown later starts anew
        showNewRows();
}

void TimelineView::resizeEvent(QResizeEvent* event)
{
    QAbstractScrollArea::resizeEvent(event);
    layOut();
}

void TimelineView::showEvent(QShowEvent* event)
{
    // Nothing was updated while hidden.
    rebuildRows();
    QAbstractScrollArea::showEvent(event);
    moveAffectedJobFirst();
    if (m_context.selection.current() != m_revealed)
        reveal(m_context.selection.current());
}

void TimelineView::hideEvent(QHideEvent* event)
{
    m_orderTimer.stop();
    m_hover.stop();
    QAbstractScrollArea::hideEvent(event);
}

void TimelineView::scrollContentsBy(int, int)
{
    m_hover.forget();
    m_hover.refreshSoon();
    viewport()->update();
}

void TimelineView::hover(QPoint point)
{
    m_hover.hoverAt(point, probe(), geometryNow(), m_gestures.timeAt(point.x()));
}

bool TimelineView::viewportEvent(QEvent* event)
{
    if (event->type() == QEvent::Leave) {
        m_hover.leave();
        m_hover.forget();
        m_context.selection.setHovered({});
        viewport()->update();
    }
    return QAbstractScrollArea::viewportEvent(event);
}

void TimelineView::click(QPoint point)
{
    const TimelineGeometry geometry = geometryNow();
    if (geometry.events().contains(point)) {
        if (const AnnotationKey annotation = probe().annotationAt(point); annotation.isValid())
            return m_context.incidents->setFocused(annotation);
        if (const LoggedEvent* event = probe().eventAt(point)) {
            m_context.selection.select(event->entity);
            m_context.time.setCursor(event->lastTime);
        }
    } else if (geometry.ruler().contains(point)) {
        m_context.time.setCursor(m_gestures.timeAt(point.x()));
    } else if (const TimelineRow* row = probe().laneAt(point)) {
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
        m_hover.hideTip();
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
    if (const TimelineRow* row = m_rows.laneBeside(m_context.selection.current(), step)) {
        m_hover.leave(); // the selected lane has priority from now on
        m_context.selection.select(row->entity);
        scrollTo(*row);
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

/// Moves the job of the selected alert to the top, otherwise the job of the most severe one. While live, it stays there
/// when the alert ends. A past moment always has the same order.
void TimelineView::moveAffectedJobFirst()
{
    if (m_context.alerts == nullptr || m_hover.pointer() || !isVisible())
        return;
    std::string first;
    for (const Alert& alert : m_context.alerts->at(m_context.time.cursor())) {
        const bool isSelected
            = std::ranges::find(alert.entities, m_context.selection.current()) != alert.entities.end();
        if (alert.end || (!first.empty() && !isSelected))
            continue;
        std::string job = affectedJob(alert, m_rows, m_context.cluster.store());
        if (!job.empty())
            first = std::move(job);
    }
    const bool isKept = first.empty() && m_context.time.isFollowing();
    if (isKept || first == m_rows.firstJob())
        return;
    m_rows.setFirstJob(std::move(first));
    showNewRows();
    verticalScrollBar()->setValue(0);
    reveal(m_context.selection.current());
}

void TimelineView::reveal(EntityRef entity)
{
    if (!isVisible())
        return;
    m_revealed = entity;
    if (!entity.isValid())
        return;
    const std::vector<const TimelineRow*> parts = m_rows.lanesWithin(entity, m_context.cluster.store());
    QScrollBar& bar = *verticalScrollBar();
    const int frozen = geometryNow().frozen;
    const auto isInSight = [&](const TimelineRow* row) {
        return row->bottom <= frozen
            || (row->top >= bar.value() + frozen && row->bottom <= bar.value() + bar.pageStep());
    };
    if (parts.empty() || std::ranges::any_of(parts, isInSight))
        return;
    if (parts.size() == 1) {
        scrollTo(*parts.front());
    } else { // shows the lane with its heading, and as many of the others as fit below
        const bool isBelowHeading
            = parts.front() != m_rows.rows().data() && std::prev(parts.front())->kind == TimelineRow::Kind::JobHeading;
        bar.setValue((isBelowHeading ? std::prev(parts.front()) : parts.front())->top - frozen);
    }
}

void TimelineView::keyPressEvent(QKeyEvent* event)
{
    const std::optional<QPoint> pointer = m_hover.pointer();
    const bool isOverPlot = pointer && pointer->x() >= m_labelWidth;
    const auto under = isOverPlot ? std::optional<double>(pointer->x()) : std::nullopt;
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
            return m_pins.clear();
        if (const TimelineRow* row = currentLane())
            m_pins.toggle(m_context.cluster.store(), row->lane);
        return;
    case Qt::Key_Escape:
        return escape();
    default:
        event->ignore();
    }
}

/// The lane hovered or selected last.
const TimelineRow* TimelineView::currentLane() const
{
    if (m_hover.pointer()) {
        if (const TimelineRow* row = probe().laneAt(*m_hover.pointer()))
            return row;
    }
    return m_rows.laneOf(m_context.selection.current());
}

QJsonObject TimelineView::viewState() const
{
    QJsonObject state{{u"order"_s, static_cast<int>(m_orders->current())}};
    if (!m_pins.isEmpty())
        state[u"pinned"_s] = QJsonArray::fromStringList(m_pins.keys());
    if (!m_filterBar->text().isEmpty())
        state[u"filter"_s] = m_filterBar->text();
    return state;
}

void TimelineView::showViewState(const QJsonObject& state)
{
    const int order = state[u"order"_s].toInt();
    if (order >= 0 && order < m_orders->actions().size())
        m_orders->actions()[order]->setChecked(true);
    QStringList pinned;
    for (const QJsonValue& each : state[u"pinned"_s].toArray())
        pinned << each.toString();
    m_pins.setKeys(pinned);
    const QString filter = state[u"filter"_s].toString();
    if (filter != m_filterBar->text()) {
        showFilter(!filter.isEmpty());
        m_filterBar->line().setText(filter);
    }
}

void TimelineView::contextMenuEvent(QContextMenuEvent* event)
{
    const bool isByMouse = event->reason() == QContextMenuEvent::Mouse;
    const TimelineRow* row = isByMouse ? probe().laneAt(event->pos()) : currentLane();
    QMenu* const menu = makeLaneMenu(*this, m_context, m_pins, *m_orders, row, [this] { showFilter(true); });
    menu->popup(event->globalPos());
    event->accept();
}

void TimelineView::makeFilter()
{
    m_filterBar->hide();
    connect(m_filterBar, &LaneFilterBar::textChanged, this, &TimelineView::applyFilter);
    connect(m_filterBar, &LaneFilterBar::closed, this, [this] { showFilter(false); });
    m_filterButton->setText(tr("Filter"));
    m_filterButton->setCheckable(true);
    m_filterButton->setFont(smallTextFont());
    m_filterButton->setStyleSheet(QLatin1StringView(thinButton));
    m_filterButton->setCursor(Qt::ArrowCursor);
    m_filterButton->setToolTip(tr("Filter lanes and spans (/)"));
    m_filterButton->setAccessibleName(tr("Filter"));
    connect(m_filterButton, &QToolButton::clicked, this, &TimelineView::showFilter);
    m_rows.setFilter(&m_filter);
    m_picture.setFilter(&m_filter);
}

void TimelineView::showFilter(bool isShown)
{
    m_filterButton->setChecked(isShown);
    m_filterBar->setVisible(isShown);
    setViewportMargins(0, isShown ? m_filterBar->sizeHint().height() : 0, 0, 0);
    if (isShown) {
        placeFilter();
        m_filterBar->focusLine();
    } else {
        m_filterBar->line().clear();
        setFocus();
    }
}

void TimelineView::applyFilter()
{
    showNewRows();
    m_filterBar->setNote(m_filter.isEmpty() ? QString()
                                            : tr("%1 of %2 lanes   %3")
                                                  .arg(m_rows.matchCount())
                                                  .arg(m_context.cluster.store().spans().lanes().size())
                                                  .arg(m_filter.reading()));
}

void TimelineView::placeFilter()
{
    const TimelineGeometry geometry = geometryNow();
    m_filterBar->setGeometry(0, 0, width(), m_filterBar->sizeHint().height());
    m_filterButton->setVisible(m_order->isVisibleTo(viewport()));
    const int wide = m_filterButton->sizeHint().width();
    m_filterButton->setGeometry(geometry.labelWidth - wide - 3, geometry.rowHeight, wide, geometry.eventsHeight());
}

} // namespace lockstep

#include "moc_timelineview.cpp"
