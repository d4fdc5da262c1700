// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/selectionchartsview.h"

#include "models/store/clustermodel.h"
#include "models/view/colour/theme.h"
#include "models/view/comparison/comparison.h"
#include "models/view/cursorvalues.h"
#include "models/view/framestats.h"
#include "models/view/modeltext.h"
#include "models/view/selection.h"
#include "models/view/time/timeaxis.h"
#include "models/view/time/timewindow.h"
#include "widgets/common/canvas/hovertip.h"
#include "widgets/common/canvas/timeruler.h"
#include "widgets/common/fonts.h"
#include "widgets/common/metricchoice.h"
#include "widgets/common/paint.h"
#include "widgets/common/text.h"

#include <QCursor>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>
#include <optional>

namespace lockstep {

namespace {

constexpr int minPlot = 64; ///< height of a plot below which the view scrolls instead
constexpr int maxPlot = 200;
constexpr int rulerHeight = 22;
constexpr int betweenRows = 6;

int axisWidth()
{
    return QFontMetrics(smallFigureFont()).horizontalAdvance(QStringLiteral("0000.0 kB/s"));
}

} // namespace

SelectionChartsView::SelectionChartsView(ViewContext context, QWidget* parent)
    : QAbstractScrollArea(parent),
      m_context(context),
      m_gestures(context.time),
      m_tip(new HoverTip(context.theme, viewport()))
{
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOn); // if it appeared and disappeared, it would resize every chart
    setAccessibleName(tr("Charts of the selection"));
    viewport()->setMouseTracking(true);
    viewport()->setAttribute(Qt::WA_OpaquePaintEvent);
    const auto repaint = [this] {
        viewport()->update();
    };
    const auto redraw = [this] {
        invalidate();
    };
    const auto rechoose = [this] {
        m_choiceIsOld = true;
        viewport()->update();
    };
    connect(&context.cluster, &ClusterModel::changed, this, &SelectionChartsView::clusterChanged);
    connect(&m_limiter, &RepaintLimiter::due, this, redraw);
    connect(&context.time, &TimeWindow::changed, this, redraw);
    connect(&context.theme, &Theme::changed, this, redraw);
    connect(&context.time, &TimeWindow::cursorChanged, this, repaint);
    connect(&context.time, &TimeWindow::markedChanged, this, repaint);
    connect(&context.selection, &Selection::hoveredChanged, this, repaint);
    connect(&context.selection, &Selection::selectedChanged, this, rechoose);
    connect(&context.selection, &Selection::metricChanged, this, rechoose);
}

SelectionChartsView::~SelectionChartsView() = default;

void SelectionChartsView::invalidate()
{
    for (ChartRow& row : m_rows)
        row.invalidate();
    viewport()->update();
}

void SelectionChartsView::clusterChanged(const ChangeSet& changes)
{
    m_choiceIsOld |= changes.topology || changes.metrics;
    const Duration period = m_context.cluster.store().tickPeriod();
    const TimeRange range = m_context.time.range();
    const bool isInView = !changes.ticks.isEmpty() && timeOfTick(changes.ticks.from, period) <= range.to
        && timeOfTick(changes.ticks.to, period) >= range.from;
    if (isVisible() && (isInView || m_choiceIsOld || changes.sources))
        m_limiter.request();
    m_choiceIsOld |= !changes.ticks.isEmpty(); // a metric may have its first value
}

void SelectionChartsView::choose()
{
    m_choiceIsOld = false;
    ChartChoice choice = chooseCharts(m_context.cluster.store(), m_context.selection);
    if (choice == m_choice && !m_rows.empty())
        return;
    m_choice = std::move(choice);
    m_rows.clear();
    for (const MetricId metric : m_choice.metrics)
        m_rows.emplace_back(metric, m_choice.entities);
    verticalScrollBar()->setValue(0);
    updateCaption();
}

void SelectionChartsView::updateCaption()
{
    QString caption;
    if (!m_choice.entities.empty()) {
        const Topology& topology = *m_context.cluster.store().topology();
        QStringList names;
        for (const EntityRef entity : m_choice.entities)
            names << entityLabel(topology, entity);
        QString who = names.size() <= 3 ? names.join(QStringLiteral(", "))
                                        : tr("%1 and %2 more").arg(names.last()).arg(names.size() - 1);
        if (m_choice.leftOut > 0)
            who = tr("last %1 of %2 selected").arg(names.size()).arg(m_choice.leftOut + m_choice.entities.size());
        const QString what = tr("%n metrics, each in its own unit", nullptr, static_cast<int>(m_rows.size()));
        caption
            = m_choice.isSelected ? tr("%1 · %2").arg(who, what) : tr("%1 · key metrics (nothing selected)").arg(who);
    }
    if (caption == m_caption)
        return;
    m_caption = caption;
    Q_EMIT captionChanged(caption);
}

ChartScene SelectionChartsView::scene() const
{
    // The hovered moment has priority over the cursor; while following, the newest values are shown.
    std::optional<TimePoint> readAt = m_context.selection.hoveredTime();
    if (!readAt && !m_context.time.isFollowing())
        readAt = m_context.time.cursor();
    return {m_context.cluster.store(),
            m_context.theme.palette(),
            m_context.time.range(),
            readAt,
            m_context.selection.hovered(),
            devicePixelRatioF(),
            axisWidth(),
            m_context.comparison};
}

void SelectionChartsView::layOut()
{
    const ChartScene now = scene();
    const int width = viewport()->width();
    int headers = 0;
    for (const ChartRow& row : m_rows)
        headers += row.headerHeight(now, width) + betweenRows;
    const int count = std::max(static_cast<int>(m_rows.size()), 1);
    const int free = viewport()->height() - rulerHeight - headers;
    const int plot = std::clamp(free / count, minPlot, m_rows.size() == 1 ? std::max(free, minPlot) : maxPlot);
    m_tops.assign(1, rulerHeight);
    for (const ChartRow& row : m_rows)
        m_tops.push_back(m_tops.back() + row.headerHeight(now, width) + plot + betweenRows);
    verticalScrollBar()->setRange(0, std::max(0, m_tops.back() - viewport()->height()));
    verticalScrollBar()->setPageStep(viewport()->height());
    verticalScrollBar()->setSingleStep(plot / 2);
    m_gestures.setArea(plotArea().left(), plotArea().width());
}

QRect SelectionChartsView::rowArea(std::size_t row) const
{
    const int top = m_tops[row] - verticalScrollBar()->value();
    return {0, top, viewport()->width() - 8, m_tops[row + 1] - m_tops[row] - betweenRows};
}

QRect SelectionChartsView::plotArea() const
{
    const int left = axisWidth();
    return {left, 0, std::max(1, viewport()->width() - 8 - left), viewport()->height()};
}

void SelectionChartsView::paintMoments(QPainter& painter, const QRect& plot)
{
    const Palette& palette = m_context.theme.palette();
    const auto line = [&](TimePoint time, Rgb colour, Qt::PenStyle style) {
        const double x = m_gestures.pixelOf(time);
        if (x < plot.left() || x > plot.right() + 1)
            return;
        painter.setPen(QPen(toColor(colour), 1, style));
        painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()));
    };
    if (const auto marked = m_context.time.marked()) {
        const double from = m_gestures.pixelOf(marked->from);
        const QRectF range(from, plot.top(), m_gestures.pixelOf(marked->to) - from, plot.height());
        painter.fillRect(range.intersected(plot), toColor(palette.accent, 40));
        line(marked->from, palette.accent, Qt::SolidLine);
        line(marked->to, palette.accent, Qt::SolidLine);
    }
    if (!m_context.time.isFollowing())
        line(m_context.time.cursor(), palette.text, Qt::SolidLine);
    if (const auto hovered = m_context.selection.hoveredTime())
        line(*hovered, palette.hover, Qt::DashLine);
}

void SelectionChartsView::paintEvent(QPaintEvent*)
{
    const FrameStats::Work work(m_context.frames);
    ++m_paintCount;
    const Palette& palette = m_context.theme.palette();
    QPainter painter(viewport());
    painter.fillRect(viewport()->rect(), toColor(palette.panel));
    if (m_choiceIsOld)
        choose();
    if (m_rows.empty() || m_context.cluster.store().ticks().isEmpty()) {
        const bool hasData = !m_context.cluster.store().ticks().isEmpty();
        drawEmptyState(
            painter, viewport()->rect(), palette,
            hasData ? tr("No metrics for this selection.") : tr("No measurements yet."),
            hasData ? tr("The selected component has no metrics of its own. Select a node or a component of a node.")
                    : tr("Connect to an agent (lockstep --connect HOST:PORT), or start the demo."));
        return;
    }
    layOut();
    drawTimeRuler(painter, QRect(plotArea().left(), 0, plotArea().width(), rulerHeight), viewport()->height(),
                  m_gestures.axis(), palette);
    const ChartScene now = scene();
    painter.setClipRect(viewport()->rect().adjusted(0, rulerHeight, 0, 0));
    for (std::size_t row = 0; row < m_rows.size(); ++row) {
        const QRect area = rowArea(row);
        if (area.bottom() < rulerHeight || area.top() >= viewport()->height())
            continue;
        m_rows[row].paint(painter, area, now);
        paintMoments(painter, m_rows[row].plotOf(now, area));
    }
    painter.setClipping(false);
    if (hasFocus())
        drawFocusFrame(painter, viewport()->rect(), palette);
    m_context.frames.painted();
}

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
    const QString title = modelText(metric.title);
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
            text.facts.push_back({tr("Baseline"), valueText(store.metrics().descriptor(of), before)});
        }
        const MetricId peak = peakMetric(store.metrics(), m_rows[row].metric());
        if (peak.isValid())
            text.facts.push_back(
                {tr("Peak within the tick"),
                 quantityText(static_cast<double>(valueAt(store, peak, entity, tickAt(store, time))), metric.unit)});
    } else {
        text.sentence = tr("No data: %1 was not measured at this time.").arg(title);
    }
    text.facts.push_back({tr("Time"), at});
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
        // With some modifiers Qt reports horizontal scrolling, so use either axis.
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
    invalidate(); // data that arrived while hidden was not drawn
}

void SelectionChartsView::resizeEvent(QResizeEvent* event)
{
    QAbstractScrollArea::resizeEvent(event);
    viewport()->update();
}

void SelectionChartsView::scrollContentsBy(int, int)
{
    // The ruler does not scroll, but scrolling pixels would move it.
    viewport()->update();
}

} // namespace lockstep

#include "moc_selectionchartsview.cpp"
