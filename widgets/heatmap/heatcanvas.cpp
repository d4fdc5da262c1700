// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/heatmap/heatcanvas.h"

#include "models/store/clustermodel.h"
#include "models/view/colour/theme.h"
#include "models/view/selection.h"
#include "models/view/time/timeaxis.h"
#include "models/view/time/timewindow.h"
#include "widgets/common/canvas/hovertip.h"
#include "widgets/common/canvas/timeruler.h"
#include "widgets/common/fonts.h"
#include "widgets/common/paint.h"
#include "widgets/common/text.h"
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

constexpr int labelPadding = 6;
constexpr int staleBar = 4;
constexpr int staleMark = 15;
constexpr std::size_t measured = 64; ///< number of names measured to choose a width
constexpr double widestShare = 0.4; ///< of the canvas, for all names together
constexpr int plainHeader = 26;
constexpr double slant = 50; ///< degrees
constexpr int longestSlanted = 150;
constexpr double slantedNamePixels = 18; ///< distance between slanted names without overlap

QString groupName(const ClusterStore& store, const RowGroup& group)
{
    return group.owner.isValid() ? toQString(store.topology()->name(group.owner)) : QString();
}

bool isStale(const ClusterStore& store, const RowGroup& group)
{
    return group.owner.isValid() && group.owner.kind == EntityKind::Node
        && store.freshness(group.owner) == Freshness::Stale;
}

void drawGroups(QPainter& painter, const HeatFrame& frame, const HeatContent& content, const HeatLabels& labels,
                const Palette& palette)
{
    const QFontMetrics metrics(textFont());
    const double top = frame.area.top();
    double freeFrom = top; // skips names that would overlap the one above
    painter.setFont(textFont());
    for (const RowGroup& group : content.groups()) {
        const double from = std::max(top + frame.rows.yOf(static_cast<double>(group.rows.from)), top);
        const double to = std::min(top + frame.rows.yOf(static_cast<double>(group.rows.to)), frame.area.bottom());
        if (to <= top || from >= frame.area.bottom())
            continue;
        const bool stale = isStale(frame.store, group);
        if (stale)
            painter.fillRect(QRectF(labels.width() - staleBar, from, staleBar, std::max(to - from, 2.0)),
                             toColor(palette.warning));
        if (to - from >= metrics.height() && from > top)
            painter.fillRect(QRectF(0, from, labels.width(), 1), toColor(palette.line));
        if (from < freeFrom || from + metrics.height() > frame.area.bottom() + 2)
            continue;
        freeFrom = from + std::max<double>(metrics.height() + 2, 0);
        const double height = std::min(std::max(to - from, double(metrics.height())), double(rowHeight(textFont())));
        double left = labelPadding;
        if (stale && labels.group > 60) {
            drawSeverity(painter, QRectF(left, from + (height - 11) / 2, 11, 11), Severity::Warning, palette);
            left += staleMark;
        }
        painter.setPen(toColor(stale ? palette.text : palette.dimText));
        // Drawn at a baseline: laying out text in a rectangle costs as much as drawing it.
        const QString name = groupName(frame.store, group);
        const int room = static_cast<int>(labels.group - left);
        const double baseline = from + (height + metrics.ascent() - metrics.descent()) / 2;
        const bool fits = metrics.horizontalAdvance(name) <= room;
        painter.drawText(QPointF(left, baseline), fits ? name : metrics.elidedText(name, Qt::ElideMiddle, room));
    }
}

QString rowNoteOf(const ClusterStore& store, const HeatContent& content, std::size_t row)
{
    const QString range = content.rowHeading(store, row).range;
    return range.isEmpty() ? content.rowNote(store, row) : range;
}

void drawRows(QPainter& painter, const HeatFrame& frame, const HeatContent& content, const HeatLabels& labels,
              const Palette& palette)
{
    const QFontMetrics words(textFont());
    const QFontMetrics figures(smallFigureFont());
    for (std::size_t row = frame.rows.firstVisible(); row < frame.rows.endVisible(); ++row) {
        const QRectF box(labels.group + labelPadding, frame.area.top() + frame.rows.yOf(static_cast<double>(row)),
                         labels.row - 2 * labelPadding, frame.rows.rowPixels());
        const HeatHeading heading = content.rowHeading(frame.store, row);
        const QString note = heading.range.isEmpty() ? content.rowNote(frame.store, row) : heading.range;
        int noteWidth = note.isEmpty() ? 0 : figures.horizontalAdvance(note) + labelPadding;
        if (words.horizontalAdvance(heading.title) + noteWidth > box.width() && !heading.range.isEmpty())
            noteWidth = 0; // the name is more important than the range of its scale
        painter.setFont(textFont());
        painter.setPen(toColor(palette.text));
        const int room = static_cast<int>(box.width()) - noteWidth;
        painter.drawText(box, Qt::AlignVCenter, words.elidedText(heading.title, Qt::ElideMiddle, room));
        if (noteWidth == 0)
            continue;
        painter.setFont(smallFigureFont());
        painter.setPen(toColor(palette.dimText));
        painter.drawText(box, Qt::AlignVCenter | Qt::AlignRight, note);
    }
}

} // namespace

NameWidths measureNames(const ClusterStore& store, const HeatContent& content)
{
    const QFontMetrics words(textFont());
    NameWidths names;
    for (const RowGroup& group : content.groups().first(std::min(measured, content.groups().size())))
        names.group = std::max(names.group, words.horizontalAdvance(groupName(store, group)));
    for (std::size_t row = 0; row < std::min(measured, content.rowCount()); ++row)
        names.row = std::max(names.row, words.horizontalAdvance(content.rowHeading(store, row).title));
    for (const HeatHeading& heading : content.columnHeadings(store))
        names.column = std::max(names.column, words.horizontalAdvance(heading.title));
    return names;
}

HeatLabels measureLabels(const ClusterStore& store, const HeatContent& content, const NameWidths& names, int width,
                         double rowPixels)
{
    const QFontMetrics figures(smallFigureFont());
    HeatLabels labels;
    if (names.group > 0)
        labels.group = names.group + 2 * labelPadding + staleMark;
    if (rowPixels >= namedRowPixels) {
        qsizetype longest = 0;
        for (std::size_t row = 0; row < std::min(measured, content.rowCount()); ++row)
            longest = std::max(longest, rowNoteOf(store, content, row).size());
        // Rounded to eight characters, so that changing values do not move the cells.
        const int step = figures.horizontalAdvance(QLatin1Char('0')) * 8;
        labels.row = names.row + 3 * labelPadding + static_cast<int>((longest + 7) / 8) * step;
    }
    const int widest = static_cast<int>(width * widestShare);
    labels.group = std::min(labels.group, labels.row > 0 ? widest / 2 : widest);
    labels.row = std::min(labels.row, widest - labels.group);
    if (names.column == 0)
        return labels;
    const auto columns = std::max<int>(static_cast<int>(content.columnCount()), 1);
    labels.slanted = names.column + 2 * labelPadding > (width - labels.width()) / columns;
    labels.header = plainHeader;
    if (labels.slanted)
        labels.header = static_cast<int>(std::min(names.column, longestSlanted) * std::sin(slant * M_PI / 180)) + 20;
    return labels;
}

std::vector<std::size_t> namedColumns(std::size_t count, double columnPixels, double namePixels,
                                      std::optional<std::size_t> current)
{
    const auto step = static_cast<std::size_t>(std::max(std::ceil(namePixels / std::max(columnPixels, 0.01)), 1.0));
    std::vector<std::size_t> named;
    for (std::size_t column = current ? *current % step : 0; column < count; column += step)
        named.push_back(column);
    return named;
}

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
    const bool across = content.areEntitiesAcross();
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

/// Draws group and row names left of the cells, unaffected by scrolling; groups of silent nodes are marked.
void drawRowLabels(QPainter& painter, const HeatFrame& frame, const HeatContent& content, const HeatLabels& labels,
                   const Palette& palette)
{
    painter.save();
    painter.setClipRect(QRectF(0, frame.area.top(), labels.width(), frame.area.height()));
    drawGroups(painter, frame, content, labels, palette);
    if (labels.row > 0)
        drawRows(painter, frame, content, labels, palette);
    painter.restore();
}

/// Names of columns, fixed above the cells.
/// @param current metric that the other views show; underlined
void drawColumnHeadings(QPainter& painter, const HeatFrame& frame, const HeatContent& content, const HeatLabels& labels,
                        MetricId current, const Palette& palette)
{
    const std::vector<HeatHeading> headings = content.columnHeadings(frame.store);
    if (headings.empty())
        return;
    const QFontMetrics words(textFont());
    const double width = frame.area.width() / static_cast<double>(headings.size());
    const auto shown = current.isValid() ? std::ranges::find(headings, current, &HeatHeading::metric) : headings.end();
    const auto chosen
        = shown == headings.end() ? std::nullopt : std::optional(static_cast<std::size_t>(shown - headings.begin()));
    painter.setFont(textFont());
    for (const std::size_t column :
         namedColumns(headings.size(), width, labels.slanted ? slantedNamePixels : 0, chosen)) {
        const double left = frame.area.left() + width * static_cast<double>(column);
        const bool isCurrent = column == chosen;
        painter.setPen(toColor(isCurrent ? palette.accent : palette.text));
        if (isCurrent)
            painter.fillRect(QRectF(left, frame.area.top() - 2, width, 2), toColor(palette.accent));
        if (!labels.slanted) {
            painter.drawText(QRectF(left, 0, width, frame.area.top() - 2), Qt::AlignCenter, headings[column].title);
            continue;
        }
        painter.save();
        painter.setRenderHint(QPainter::TextAntialiasing);
        painter.translate(left + width / 2 + 4, frame.area.top() - 6);
        painter.rotate(-slant);
        painter.drawText(QPointF(0, 0), words.elidedText(headings[column].title, Qt::ElideRight, longestSlanted));
        painter.restore();
    }
}

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
    m_rowWindow.setLeast(m_content->areEntitiesAcross() ? namedRowPixels + 1 : 0);
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
    paintGround(painter, m_area, m_content->hasClear());
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
    const bool isTurned = m_content->areEntitiesAcross();
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
