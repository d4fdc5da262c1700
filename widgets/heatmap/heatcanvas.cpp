// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/heatmap/heatcanvas.h"

#include "models/store/clustermodel.h"
#include "models/view/colour/theme.h"
#include "models/view/selection.h"
#include "models/view/time/timeaxis.h"
#include "models/view/time/timewindow.h"
#include "widgets/common/canvas/hovertip.h"
#include "widgets/common/canvas/timeruler.h"
#include "widgets/common/paint.h"
#include "widgets/heatmap/heathover.h"

#include <QCursor>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <utility>

namespace lockstep {

namespace {

constexpr double thinRow = 12; ///< in thinner rows a thick frame would hide neighbours
constexpr std::size_t maxOutlined = 500; ///< selected entities drawn; more are not distinguishable

void light(QPainter& painter, const HeatFrame& frame, QRectF area, bool across, const HeatLabels& labels, Rgb colour)
{
    // Around a row thinner than the line, which would hide it.
    if (area.height() < 4)
        area.adjust(0, -2, 0, 2);
    const QRectF names = !across ? QRectF(0, area.top(), labels.width(), area.height())
                                 : QRectF(area.left(), 0, area.width(), frame.area.top());
    painter.fillRect(names, toColor(colour, 60));
    painter.setPen(QPen(toColor(colour), area.height() < thinRow ? 1 : 2));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(area.adjusted(0.5, 0.5, -0.5, -0.5));
}

/// Highlights hovered and selected rows over cells and names.
void drawHighlights(QPainter& painter, const HeatFrame& frame, const HeatContent& content, const HeatLabels& labels,
                    const Selection& selection, const Palette& palette)
{
    painter.save();
    painter.setClipRect(QRectF(0, 0, frame.area.right() + 1, frame.area.bottom() + 1));
    const bool across = content.hasEntityColumns();
    const auto& selected = selection.selected();
    for (std::size_t i = selected.size() - std::min(selected.size(), maxOutlined); i < selected.size(); ++i) {
        if (const auto area = content.areaOf(frame, selected[i]))
            light(painter, frame, *area, across, labels, palette.accent);
    }
    if (const auto area = content.areaOf(frame, selection.hovered()))
        light(painter, frame, *area, across, labels, palette.hover);
    painter.restore();
}

/// Draws cursor, hovered moment and marked range over cells with a time axis.
void drawMoments(QPainter& painter, const HeatFrame& frame, const TimeWindow& time, const Selection& selection,
                 const Palette& palette)
{
    const TimeAxis axis{frame.range, frame.area.width()};
    painter.save();
    painter.setClipRect(frame.area);
    const auto x = [&](TimePoint at) {
        return frame.area.left() + axis.pixelOf(at);
    };
    if (const auto marked = time.marked()) {
        const QRectF range(QPointF(x(marked->from), frame.area.top()), QPointF(x(marked->to), frame.area.bottom()));
        painter.fillRect(range, toColor(palette.accent, 50));
        painter.setPen(toColor(palette.accent));
        painter.drawLine(range.topLeft(), range.bottomLeft());
        painter.drawLine(range.topRight(), range.bottomRight());
    }
    if (!time.isFollowing()) {
        painter.setPen(QPen(toColor(palette.text), 1));
        painter.drawLine(QPointF(x(time.cursor()), frame.area.top()), QPointF(x(time.cursor()), frame.area.bottom()));
    }
    if (const auto hovered = selection.hoveredTime()) {
        painter.setPen(QPen(toColor(palette.hover), 1, Qt::DashLine));
        painter.drawLine(QPointF(x(*hovered), frame.area.top()), QPointF(x(*hovered), frame.area.bottom()));
    }
    painter.restore();
}

constexpr int slantedMargin = 48; ///< right of the cells, for the last slanted name

} // namespace

HeatCanvas::HeatCanvas(ViewContext context, QWidget* parent)
    : Canvas(context, tr("Metric heatmap"), parent), m_gestures(context.time)
{
    const auto repaint = qOverload<>(&QWidget::update);
    connect(&context.cluster, &ClusterModel::changed, this, &HeatCanvas::clusterChanged);
    connect(&m_limiter, &RepaintLimiter::due, this, repaint);
    connect(&context.time, &TimeWindow::changed, this, repaint);
    connect(&context.time, &TimeWindow::cursorChanged, this, repaint);
    connect(&context.time, &TimeWindow::markedChanged, this, repaint);
}

void HeatCanvas::setMode(GridMode mode)
{
    if (mode == m_mode)
        return;
    m_mode = mode;
    m_content = &m_timeHeat;
    if (mode == GridMode::ByMetric)
        m_content = &m_metricHeat;
    m_rowWindow.fit();
    m_namesAreOld = true;
    update();
}

void HeatCanvas::setMetric(MetricId metric)
{
    if (metric == m_metric)
        return;
    m_metric = metric;
    m_timeHeat.setMetric(metric);
    m_metricHeat.setMetric(metric);
    const MetricTable& metrics = m_context.cluster.store().metrics();
    m_rowsAreOld |= metric.isValid() && metrics.descriptor(metric).entityKind != m_rows.kind();
    update();
}

void HeatCanvas::holdScale(bool hold)
{
    m_timeHeat.holdScale(hold);
    m_metricHeat.holdScale(hold);
    if (!hold) {
        m_timeHeat.invalidate(m_context.cluster.store().ticks());
        m_metricHeat.invalidate(m_context.cluster.store().ticks());
    }
    update();
}

void HeatCanvas::clusterChanged(const ChangeSet& changes)
{
    m_rowsAreOld |= changes.topology;
    m_namesAreOld |= changes.metrics;
    m_timeHeat.invalidate(changes.ticks);
    m_metricHeat.invalidate(changes.ticks);
    if (changes.sources)
        m_metricHeat.invalidate(m_context.cluster.store().ticks());
    if (isVisible() && (changes.topology || changes.metrics || changes.sources || !changes.ticks.isEmpty()))
        m_limiter.request();
}

void HeatCanvas::rebuildRows()
{
    const ClusterStore& store = m_context.cluster.store();
    m_rowsAreOld = false;
    m_namesAreOld = true;
    const EntityKind kind = store.metrics().descriptor(m_metric).entityKind;
    const bool isOther = kind != m_rows.kind();
    m_rows = GridRows(*store.topology(), kind);
    m_timeHeat.setRows(m_rows);
    m_metricHeat.setRows(m_rows);
    if (isOther)
        m_rowWindow.fit();
}

HeatFrame HeatCanvas::frame() const
{
    return {m_context.cluster.store(),
            m_rowWindow,
            m_area,
            m_context.time.range(),
            m_context.time.cursor(),
            m_context.time.isFollowing(),
            !m_context.theme.isDark()};
}

void HeatCanvas::changeEvent(QEvent* event)
{
    Canvas::changeEvent(event);
    m_namesAreOld |= event->type() == QEvent::FontChange;
}

bool HeatCanvas::prepare()
{
    const ClusterStore& store = m_context.cluster.store();
    if (!store.topology() || !m_metric.isValid() || store.ticks().isEmpty())
        return false;
    if (m_rowsAreOld)
        rebuildRows();
    m_content->settle(store);
    const bool isPast = store.viewTime() || !m_context.time.isFollowing();
    m_timeHeat.setMoment(isPast ? std::optional(m_context.time.cursor()) : std::nullopt);
    m_rowWindow.setTotal(m_content->rowCount());
    // Rows of metrics need their names; rows of entities may be thinner.
    m_rowWindow.setLeast(m_content->hasEntityColumns() ? namedRowPixels + 1 : 0);
    if (std::exchange(m_namesAreOld, false))
        m_names = measureNames(store, *m_content);
    if (m_rowWindow.total() == 0)
        return false;
    m_timeHeat.setGround(m_context.theme.palette().panel);
    // Label sizes and row heights depend on each other; two rounds suffice.
    for (int round = 0; round < 2; ++round) {
        m_labels = measureLabels(store, *m_content, m_names, width(), m_rowWindow.rowPixels());
        m_rowWindow.setHeight(std::max(height() - m_labels.header - 1, 0));
    }
    const int right = m_labels.slanted ? slantedMargin : 0;
    const double rowsHeight = m_rowWindow.rowPixels() * static_cast<double>(m_rowWindow.total());
    m_area = QRectF(m_labels.width(), m_labels.header, std::max(width() - m_labels.width() - right, 1),
                    std::round(std::min(m_rowWindow.height(), rowsHeight)));
    m_gestures.setArea(m_area.left(), m_area.width());
    setComplete(m_content->refresh(frame()));
    return true;
}

void HeatCanvas::paintEmpty(QPainter& painter)
{
    const ClusterStore& store = m_context.cluster.store();
    const QString missing
        = store.ticks().isEmpty() ? tr("No measurements yet.") : tr("No measurements of this metric.");
    const QString advice = store.ticks().isEmpty()
        ? tr("Connect to an agent (lockstep --connect HOST:PORT), or start the demo.")
        : tr("Choose another kind of component or another metric above.");
    drawEmptyState(painter, rect(), m_context.theme.palette(), missing, advice);
}

void HeatCanvas::paintOn(QPainter& painter)
{
    m_limiter.painted();
    const Palette& palette = m_context.theme.palette();
    if (!prepare()) {
        painter.fillRect(rect(), toColor(palette.panel));
        paintEmpty(painter);
        return;
    }
    const HeatFrame now = frame();
    paintGround(painter, m_area, m_content->hasTransparentCells());
    m_content->paint(painter, now);
    if (m_mode == GridMode::OverTime)
        drawTimeRuler(painter,
                      QRect(static_cast<int>(m_area.left()), 0, static_cast<int>(m_area.width()), m_labels.header),
                      m_labels.header, m_gestures.axis(), palette);
    else
        drawColumnHeadings(painter, now, *m_content, m_labels, m_metric, palette);
    drawRowLabels(painter, now, *m_content, m_labels, palette);
    if (m_mode == GridMode::OverTime)
        drawMoments(painter, now, m_context.time, m_context.selection, palette);
    drawHighlights(painter, now, *m_content, m_labels, m_context.selection, palette);
    Q_EMIT shownChanged();
}

void HeatCanvas::hover(QPointF point)
{
    if (const auto cell = m_content->cellAt(frame(), point)) {
        const Duration period = m_context.cluster.store().tickPeriod();
        m_context.selection.setHovered(
            cell->entity,
            m_mode == GridMode::OverTime && cell->tick ? std::optional(timeOfTick(*cell->tick, period)) : std::nullopt);
        m_tip->showAt(point.toPoint(), heatHover(m_context.cluster.store(), *cell));
        return;
    }
    if (const auto heading = headingAt(point))
        m_tip->showAt(point.toPoint(), {heading->title, {{tr("Scale"), heading->range}}});
    else
        m_tip->hide();
    // Hovering a name highlights its group or row, too.
    const double row = m_rowWindow.rowAt(point.y() - m_area.top());
    EntityRef named;
    if (point.x() < m_area.left() && point.y() >= m_area.top() && row < static_cast<double>(m_rowWindow.total())
        && !m_content->groups().empty()) {
        const auto at = static_cast<std::size_t>(std::max(row, 0.0));
        const bool overGroup = point.x() < m_labels.group || m_labels.row == 0;
        named = overGroup ? m_rows.groups()[m_rows.groupOf(at)].owner : m_rows.entity(at);
    }
    m_context.selection.setHovered(named);
}

std::optional<HeatHeading> HeatCanvas::headingAt(QPointF point) const
{
    const ClusterStore& store = m_context.cluster.store();
    const std::vector<HeatHeading> headings = m_content->columnHeadings(store);
    if (headings.empty())
        return std::nullopt;
    std::optional<HeatHeading> heading;
    const double column = (point.x() - m_area.left()) / m_area.width() * static_cast<double>(headings.size());
    const double row = m_rowWindow.rowAt(point.y() - m_area.top());
    if (point.y() < m_area.top() && column >= 0 && column < static_cast<double>(headings.size()))
        heading = headings[static_cast<std::size_t>(column)];
    else if (point.y() >= m_area.top() && point.x() < m_area.left() && row < static_cast<double>(m_rowWindow.total()))
        heading = m_content->rowHeading(store, static_cast<std::size_t>(row));
    return heading && heading->metric.isValid() ? heading : std::nullopt;
}

void HeatCanvas::click(QPointF point, Qt::KeyboardModifiers modifiers)
{
    if (const auto heading = headingAt(point)) {
        m_context.selection.setMetric(heading->metric);
        return;
    }
    const EntityRef under = m_context.selection.hovered();
    const auto cell = m_content->cellAt(frame(), point);
    const EntityRef target = cell ? cell->entity : under;
    if (!target.isValid())
        return;
    if (modifiers.testFlag(Qt::ControlModifier))
        m_context.selection.toggle(target);
    else
        m_context.selection.select(target);
    if (cell && m_mode == GridMode::ByMetric)
        m_context.selection.setMetric(cell->metric);
}

void HeatCanvas::pressed(const QMouseEvent& event)
{
    if (m_mode == GridMode::OverTime)
        m_gestures.press(event);
}

void HeatCanvas::dragged(const QMouseEvent& event, QPointF by)
{
    if (m_mode == GridMode::OverTime)
        m_gestures.move(event);
    // Marking a time range does not scroll rows.
    if (event.modifiers().testFlag(Qt::ShiftModifier) || m_gestures.drag() == TimeGestures::Drag::Mark)
        return;
    m_rowWindow.panPixels(by.y());
    update();
}

void HeatCanvas::released(const QMouseEvent& event, QPointF)
{
    if (m_mode == GridMode::OverTime)
        m_gestures.release(event);
}

void HeatCanvas::mouseDoubleClickEvent(QMouseEvent*)
{
    m_rowWindow.fit();
    // Shows the full range and keeps following.
    TimeWindow& time = m_context.time;
    if (m_mode == GridMode::OverTime && time.isFollowing() && !time.extent().isEmpty())
        time.follow(time.extent().length());
    else if (m_mode == GridMode::OverTime)
        time.fitExtent();
    update();
}

void HeatCanvas::wheelEvent(QWheelEvent* event)
{
    event->accept();
    const bool overCells = event->position().x() >= m_area.left();
    if (m_mode == GridMode::OverTime && overCells && !event->modifiers().testFlag(Qt::ControlModifier)) {
        m_gestures.wheel(*event);
        return;
    }
    m_rowWindow.zoom(zoomOf(*event), event->position().y() - m_area.top());
    update();
}

void HeatCanvas::moveSelected(int rows, int columns)
{
    const ClusterStore& store = m_context.cluster.store();
    const bool isTurned = m_content->hasEntityColumns();
    if (isTurned)
        std::swap(rows, columns);
    if (columns != 0 && m_mode == GridMode::OverTime) {
        m_context.time.moveCursor(store.tickPeriod() * columns);
    } else if (columns != 0) {
        const std::vector<MetricId> metrics = store.metrics().ofKind(m_rows.kind());
        const auto at = std::ranges::find(metrics, m_metric) - metrics.begin() + columns;
        if (at >= 0 && at < std::ssize(metrics))
            m_context.selection.setMetric(metrics[static_cast<std::size_t>(at)]);
    }
    if (rows == 0 || m_rows.count() == 0)
        return;
    const auto current = m_rows.rowsOf(*store.topology(), m_context.selection.current());
    const auto last = static_cast<std::int64_t>(m_rows.count()) - 1;
    const std::int64_t from = current ? static_cast<std::int64_t>(current->from) : rows > 0 ? -1 : last + 1;
    const auto row = static_cast<std::size_t>(std::clamp<std::int64_t>(from + rows, 0, last));
    m_context.selection.select(m_rows.entity(row));
    if (!isTurned)
        m_rowWindow.reveal(row);
}

bool HeatCanvas::keyOverRows(const QKeyEvent& event)
{
    switch (event.key()) {
    case Qt::Key_W:
    case Qt::Key_Plus:
        m_rowWindow.zoom(zoomStep, m_rowWindow.height() / 2);
        break;
    case Qt::Key_S:
    case Qt::Key_Minus:
        m_rowWindow.zoom(1 / zoomStep, m_rowWindow.height() / 2);
        break;
    case Qt::Key_A:
        m_rowWindow.panPixels(-m_rowWindow.height() * keyPanShare);
        break;
    case Qt::Key_D:
        m_rowWindow.panPixels(m_rowWindow.height() * keyPanShare);
        break;
    default:
        return false;
    }
    update();
    return true;
}

void HeatCanvas::keyPressEvent(QKeyEvent* event)
{
    const auto page
        = static_cast<int>(m_rowWindow.rowPixels() > 0 ? m_rowWindow.height() / m_rowWindow.rowPixels() : 1);
    switch (event->key()) {
    case Qt::Key_Up:
        return moveSelected(-1, 0);
    case Qt::Key_Down:
        return moveSelected(1, 0);
    case Qt::Key_PageUp:
        return moveSelected(-page, 0);
    case Qt::Key_PageDown:
        return moveSelected(page, 0);
    case Qt::Key_Left:
        return moveSelected(0, -1);
    case Qt::Key_Right:
        return moveSelected(0, 1);
    case Qt::Key_Escape:
        m_context.time.setMarked(std::nullopt);
        m_context.selection.clear();
        return;
    default:
        break;
    }
    const QPointF pointer = mapFromGlobal(QPointF(QCursor::pos()));
    const auto under = underMouse() ? std::optional(pointer.x()) : std::nullopt;
    const bool isTaken = m_mode == GridMode::OverTime ? m_gestures.key(*event, under) : keyOverRows(*event);
    if (!isTaken)
        QWidget::keyPressEvent(event);
}

} // namespace lockstep

#include "moc_heatcanvas.cpp"
