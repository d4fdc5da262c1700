// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/timelineview.h"

#include "models/analysis/sync/live/syncboard.h"
#include "models/incidents/board/incidentboard.h"
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
#include "widgets/timeline/laneorders.h"
#include "widgets/timeline/marks/annotationmarks.h"
#include "widgets/timeline/marks/spanfacts.h"
#include "widgets/timeline/timelineoverlay.h"
#include "widgets/timeline/waitarrows.h"

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

namespace lockstep {

using namespace Qt::StringLiterals;

namespace {

/// How long after an ordering by waits the next one comes, while the window moves or spans arrive: rows must not dance.
constexpr int orderPauseMs = 2000;
/// Of the lanes' height: what is pinned beyond it scrolls with the others.
constexpr double maxFrozen = 0.6;

constexpr int wheelRows = 3;
constexpr int wheelNotch = 120;
/// How soon what lies under a resting pointer is looked at again: after a hand moved it, and while it creeps by itself.
constexpr int hoverPauseMs = 150;
constexpr int hoverPauseFollowingMs = 500;

} // namespace

TimelineView::TimelineView(ViewContext context, QWidget* parent)
    : QAbstractScrollArea(parent),
      m_context(context),
      m_gestures(context.time),
      m_picture(context),
      m_filterBar(new LaneFilterBar(this)),
      m_filterButton(new QToolButton(viewport())),
      m_tip(new HoverTip(context.theme, viewport()))
{
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setAccessibleName(tr("Timeline of spans"));
    setAccessibleDescription(
        tr("Spans that jobs posted, one lane a row. W and S zoom, A and D pan, up and down choose a "
           "lane, P pins it on top, L follows live, Escape clears."));
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
    m_order->setAccessibleName(tr("Order of lanes"));
    m_order->setToolTip(tr("Order of lanes"));
}

void TimelineView::connectContext()
{
    connect(&m_context.cluster, &ClusterModel::changed, this, &TimelineView::clusterChanged);
    connect(&m_context.time, &TimeWindow::changed, this, [this] {
        forgetHover();
        hoverSoon();
        orderSoon();
        refreshCaption();
        // What a hand moves follows it; what moves by itself takes its turn.
        if (m_context.time.isFollowing())
            m_limiter.request();
        else
            repaintIfVisible();
    });
    connect(&m_limiter, &RepaintLimiter::due, this, &TimelineView::repaintIfChanged);
    if (m_context.sync != nullptr) {
        connect(m_context.sync, &SyncBoard::changed, &m_limiter, &RepaintLimiter::request);
    }
    connect(&m_context.time, &TimeWindow::cursorChanged, &m_limiter, &RepaintLimiter::request);
    connect(&m_context.time, &TimeWindow::markedChanged, this, &TimelineView::repaintIfVisible);
    connect(&m_context.time, &TimeWindow::extentChanged, &m_limiter, &RepaintLimiter::request);
    connect(&m_context.selection, &Selection::hoveredChanged, this, &TimelineView::repaintIfVisible);
    connect(&m_context.selection, &Selection::selectedChanged, this, [this] {
        reveal(m_context.selection.current());
        repaintIfVisible();
    });
    connect(&m_context.selection, &Selection::shown, this, &TimelineView::reveal);
    connect(&m_context.theme, &Theme::changed, this, &TimelineView::repaintIfVisible);
    if (const IncidentBoard* const incidents = m_context.incidents) {
        connect(incidents, &IncidentBoard::annotationsChanged, this, &TimelineView::repaintIfVisible);
        connect(incidents, &IncidentBoard::focusedChanged, this, &TimelineView::repaintIfVisible);
    }
}

void TimelineView::repaintIfVisible()
{
    if (isVisible())
        viewport()->update();
}

/// What others say elsewhere, or beside the window, is not worth a paint.
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
    const std::size_t lanes = m_context.cluster.store().spans().lanes().size();
    if (changes.topology || lanes != m_knownLanes)
        rebuildRows();
    orderSoon();
    hoverSoon();
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
        caption = tr("%1 lanes, window %2")
                      .arg(m_rows.laneCount())
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
    rebuildRows();
    hoverSoon();
    repaintIfVisible();
}

void TimelineView::timerEvent(QTimerEvent* event)
{
    if (event->timerId() == m_orderTimer.timerId())
        orderRows();
    else if (event->timerId() == m_hoverTimer.timerId()) {
        m_hoverTimer.stop();
        if (m_pointer && m_gestures.drag() == TimeGestures::Drag::None)
            hover(*m_pointer);
    } else
        QAbstractScrollArea::timerEvent(event);
}

void TimelineView::paintEvent(QPaintEvent*)
{
    const FrameStats::Work work(m_context.frames);
    const Palette& palette = m_context.theme.palette();
    QPainter painter(viewport());
    if (m_rows.laneCount() == 0 && !m_filter.isEmpty()) {
        painter.fillRect(viewport()->rect(), toColor(palette.panel));
        drawEmptyState(painter, viewport()->rect(), palette, tr("No lane matches."),
                       tr("Escape in the filter shows all lanes again."));
    } else if (m_rows.laneCount() == 0) {
        painter.fillRect(viewport()->rect(), toColor(palette.panel));
        drawEmptyState(painter, viewport()->rect(), palette, tr("No spans yet."),
                       tr("Post job events to the agent's socket, or open a trace."));
    } else {
        const TimelineGeometry geometry = geometryNow();
        painter.drawPixmap(0, 0, m_picture.picture(geometry, m_rows, m_columns, devicePixelRatioF()));
        m_paintedCursor = m_context.time.cursor();
        drawTimelineOverlay(painter, geometry, m_rows, m_context, m_hoveredSpan);
        if (m_hoveredWait)
            drawWaitArrows(painter, geometry, m_rows, m_context.cluster.store(), m_gestures.axis(),
                           m_hoveredWait->story, m_hoveredWait->span, palette);
    }
    if (hasFocus())
        drawFocusFrame(painter, viewport()->rect(), palette);
    m_context.frames.painted();
}

void TimelineView::resizeEvent(QResizeEvent* event)
{
    QAbstractScrollArea::resizeEvent(event);
    layOut();
}

void TimelineView::showEvent(QShowEvent* event)
{
    // While hidden nothing was followed.
    rebuildRows();
    QAbstractScrollArea::showEvent(event);
}

void TimelineView::hideEvent(QHideEvent* event)
{
    m_orderTimer.stop();
    m_hoverTimer.stop();
    QAbstractScrollArea::hideEvent(event);
}

void TimelineView::scrollContentsBy(int, int)
{
    forgetHover();
    hoverSoon();
    viewport()->update();
}

void TimelineView::hover(QPoint point)
{
    const TimelineGeometry geometry = geometryNow();
    const bool isOverPlot = point.x() >= geometry.labelWidth;
    m_pointer = point;
    const TimelineRow* row = probe().laneAt(point);
    forgetHover();
    if (row != nullptr && isOverPlot) {
        if (const auto hit = probe().spanAt(*row, point)) {
            m_hoveredSpan = QRectF(geometry.labelWidth + hit->rect.x0, geometry.viewY(row->top) + 1,
                                   std::max(3.0, hit->rect.x1 - hit->rect.x0), row->bottom - row->top - 1);
            if (auto story = waitStory(m_context.cluster.store(), m_context.sync, row->lane, hit->span))
                m_hoveredWait = HoveredWait{std::move(*story), hit->span};
        }
    }
    m_context.selection.setHovered(row != nullptr ? row->entity : EntityRef{},
                                   isOverPlot ? std::optional(m_gestures.timeAt(point.x())) : std::nullopt);
    HoverText text = probe().explain(point);
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
    if (const TimelineRow* row = m_rows.laneBeside(m_context.selection.current(), step)) {
        m_pointer.reset(); // from now on the chosen lane is meant
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

void TimelineView::reveal(EntityRef entity)
{
    if (!entity.isValid() || !isVisible())
        return;
    const std::vector<const TimelineRow*> parts = m_rows.lanesWithin(entity, *m_context.cluster.store().topology());
    const QScrollBar& bar = *verticalScrollBar();
    const int frozen = geometryNow().frozen;
    const auto isInSight = [&](const TimelineRow* row) {
        return row->bottom <= frozen
            || (row->top >= bar.value() + frozen && row->bottom <= bar.value() + bar.pageStep());
    };
    if (!parts.empty() && std::ranges::none_of(parts, isInSight))
        scrollTo(*parts.front());
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

/// The lane that was pointed at or chosen last.
const TimelineRow* TimelineView::laneMeant() const
{
    if (m_pointer) {
        if (const TimelineRow* row = probe().laneAt(*m_pointer))
            return row;
    }
    return m_rows.laneOf(m_context.selection.current());
}

void TimelineView::togglePin(std::size_t lane)
{
    if (!m_pins.toggle(m_context.cluster.store(), lane))
        return;
    pinsHaveChanged();
}

void TimelineView::unpinAll()
{
    m_pins.clear();
    pinsHaveChanged();
}

void TimelineView::setPinnedLanes(const QStringList& keys)
{
    if (keys == m_pins.keys())
        return;
    m_pins.setKeys(keys);
    pinsHaveChanged();
}

void TimelineView::pinsHaveChanged()
{
    rebuildRows();
    hoverSoon();
    repaintIfVisible();
    Q_EMIT pinsChanged(m_pins.keys());
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
    setPinnedLanes(pinned);
    const QString filter = state[u"filter"_s].toString();
    if (filter != m_filterBar->text()) {
        showFilter(!filter.isEmpty());
        m_filterBar->line().setText(filter);
    }
}

void TimelineView::contextMenuEvent(QContextMenuEvent* event)
{
    const bool isByMouse = event->reason() == QContextMenuEvent::Mouse;
    const TimelineRow* row = isByMouse ? probe().laneAt(event->pos()) : laneMeant();
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    if (row != nullptr) {
        const QString who = row->title;
        menu->addAction((row->isPinned ? tr("Unpin %1") : tr("Pin %1 on top")).arg(who) + u"\tP"_s, this,
                        [this, lane = row->lane] { togglePin(lane); });
        menu->addAction(tr("Select %1").arg(who), this,
                        [this, entity = row->entity] { m_context.selection.select(entity); });
    }
    if (!m_pins.isEmpty())
        menu->addAction(tr("Unpin all lanes") + u"\tShift+P"_s, this, &TimelineView::unpinAll);
    menu->addSeparator();
    menu->addActions(m_orders->actions());
    menu->addSeparator();
    if (const auto marked = m_context.time.marked())
        menu->addAction(tr("Zoom to the marked range") + u"\tZ"_s, this,
                        [this, range = *marked] { m_context.time.setRange(range); });
    menu->addAction(tr("Show all time"), this, [this] { m_context.time.fitExtent(); });
    menu->addAction(tr("Filter...") + u"\t/"_s, this, [this] { showFilter(true); });
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
    m_filterButton->setStyleSheet(QStringLiteral("QToolButton { min-height: 0; padding: 0 5px; }")); // in a thin row
    m_filterButton->setCursor(Qt::ArrowCursor);
    m_filterButton->setToolTip(tr("Show some lanes or spans only (/)"));
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
    rebuildRows();
    hoverSoon();
    m_filterBar->setNote(m_filter.isEmpty() ? QString()
                                            : tr("%1 of %2 lanes   %3")
                                                  .arg(m_rows.keptCount())
                                                  .arg(m_context.cluster.store().spans().lanes().size())
                                                  .arg(m_filter.reading()));
    repaintIfVisible();
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
