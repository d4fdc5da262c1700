// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/timelineview.h"

#include "models/analysis/sync/live/syncboard.h"
#include "models/incidents/board/incidentboard.h"
#include "models/store/clustermodel.h"
#include "models/view/framestats.h"
#include "models/view/selection.h"
#include "models/view/theme.h"
#include "models/view/timewindow.h"
#include "widgets/common/fonts.h"
#include "widgets/common/hovertip.h"
#include "widgets/common/paint.h"
#include "widgets/common/text.h"
#include "widgets/timeline/laneorders.h"
#include "widgets/timeline/timelineoverlay.h"
#include "widgets/timeline/waitarrows.h"

#include <QAction>
#include <QLineEdit>
#include <QPainter>
#include <QScrollBar>
#include <QTimerEvent>
#include <QToolButton>

#include <algorithm>

namespace lockstep {

namespace {

/// How long after an ordering by waits the next one comes, while the window moves or spans arrive: rows must not dance.
constexpr int orderPauseMs = 2000;
/// Of the lanes' height: what is pinned beyond it scrolls with the others.
constexpr double maxFrozen = 0.6;

} // namespace

TimelineView::TimelineView(ViewContext context, QWidget* parent)
    : QAbstractScrollArea(parent),
      m_context(context),
      m_gestures(context.time),
      m_picture(context),
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
    m_filter.setText(m_filterLine->text(), store);
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

} // namespace lockstep
