// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/fabric/fabriccanvas.h"

#include "models/core/metrics/metricnames.h"
#include "models/store/clustermodel.h"
#include "models/view/colour/theme.h"
#include "models/view/selection.h"
#include "models/view/time/timewindow.h"
#include "widgets/common/canvas/hovertip.h"
#include "widgets/common/fonts.h"
#include "widgets/common/paint.h"
#include "widgets/common/text.h"

#include <QFontMetrics>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

namespace lockstep {

namespace {

constexpr int axisPadding = 6;
constexpr double namedPixels = 14; ///< size below which rows are not named one by one
constexpr double dividedPixels = 3; ///< cell size below which a line between groups would hide a row
constexpr double widestNameShare = 0.35; ///< of the canvas, for all names at its left
constexpr int plainMatrixHeader = 22;
constexpr int maxMeasured = 200; ///< names
constexpr int highestHeader = 110;
constexpr double slantDegrees = 50;

int widest(const QFontMetrics& metrics, const std::vector<MatrixLine>& lines)
{
    // Measuring tens of thousands of names takes longer than a frame, so only some of the longest are measured.
    qsizetype letters = 0;
    for (const MatrixLine& line : lines)
        letters = std::max(letters, line.name.size());
    int width = 0;
    int measured = 0;
    for (const MatrixLine& line : lines) {
        if (line.name.size() + 1 < letters || measured == maxMeasured)
            continue;
        width = std::max(width, metrics.horizontalAdvance(line.name));
        ++measured;
    }
    return width + 2; // advances are rounded: avoid eliding a name for half a pixel
}

void drawGroups(QPainter& painter, const MatrixFrame& frame, const MatrixLabels& labels, const Palette& palette)
{
    const QFontMetrics metrics(textFont());
    double freeFrom = frame.area.top(); // skips names that would overlap the one above
    for (const MatrixGroup& group : frame.axes.groups()) {
        const double from = frame.area.top() + frame.rows.yOf(static_cast<double>(group.rows.from));
        const double to = frame.area.top() + frame.rows.yOf(static_cast<double>(group.rows.to));
        if (to <= frame.area.top() || from >= frame.area.bottom())
            continue;
        if (from > frame.area.top() && to - from >= 4) {
            painter.fillRect(QRectF(0, from, labels.width(), 1), toColor(palette.line));
            if (frame.rows.rowPixels() >= dividedPixels)
                painter.fillRect(QRectF(frame.area.left(), from, frame.area.width(), 1), toColor(palette.panel));
        }
        // Keep the name in view while its group is.
        const double top = std::clamp(from, frame.area.top(), std::max(frame.area.top(), to - metrics.height()));
        if (top < freeFrom || top + metrics.height() > frame.area.bottom() + 2)
            continue;
        freeFrom = top + metrics.height() + 2;
        painter.setPen(toColor(palette.dimText));
        painter.drawText(QPointF(axisPadding, top + metrics.ascent() + 1),
                         metrics.elidedText(group.name, Qt::ElideMiddle, labels.group - axisPadding));
    }
}

void drawRows(QPainter& painter, const MatrixFrame& frame, const MatrixLabels& labels, const Palette& palette)
{
    const QFontMetrics metrics(textFont());
    const double pixels = frame.rows.rowPixels();
    painter.setPen(toColor(palette.text));
    for (std::size_t row = frame.rows.firstVisible(); row < frame.rows.endVisible(); ++row) {
        const double top = frame.area.top() + frame.rows.yOf(static_cast<double>(row));
        const double baseline = top + (pixels + metrics.ascent() - metrics.descent()) / 2;
        painter.drawText(
            QPointF(labels.group + axisPadding, baseline),
            metrics.elidedText(frame.axes.rows()[row].name, Qt::ElideMiddle, labels.row - 2 * axisPadding));
    }
}

void drawColumns(QPainter& painter, const MatrixFrame& frame, const MatrixLabels& labels, const Palette& palette)
{
    const QFontMetrics metrics(textFont());
    const double pixels = frame.columns.rowPixels();
    const double room = labels.slanted ? metrics.height() + 2.0 : pixels;
    // If not all names fit, show every n-th.
    const auto step = static_cast<std::size_t>(std::max(std::ceil(room / std::max(pixels, 0.01)), 1.0));
    painter.setPen(toColor(palette.text));
    for (std::size_t column = frame.columns.firstVisible(); column < frame.columns.endVisible(); ++column) {
        if (column % step != 0)
            continue;
        const QString& name = frame.axes.columns()[column].name;
        const double left = frame.area.left() + frame.columns.yOf(static_cast<double>(column));
        const double baseline = frame.area.top() - 6;
        if (!labels.slanted) {
            const double middle = left + (pixels - metrics.horizontalAdvance(name)) / 2;
            painter.drawText(QPointF(middle, baseline), name);
            continue;
        }
        painter.save();
        painter.translate(left + pixels / 2 + 3, baseline);
        painter.rotate(-slantDegrees);
        painter.drawText(QPointF(0, 0), metrics.elidedText(name, Qt::ElideMiddle, highestHeader));
        painter.restore();
    }
}

constexpr double tallestRow = 44;
constexpr double widestColumn = 150;
constexpr int ticksUntilSilent = 5; ///< then the newest values are no evidence of health

/// Derived metrics lag two ticks behind the data (SettledTicks), and so does the view while following.
constexpr TickIndex settled = 2;

bool isOfPairs(MatrixShape shape)
{
    return shape == MatrixShape::RankRank || shape == MatrixShape::NodeNode;
}

constexpr std::size_t maxPrinted = 2000; ///< up to this many cells show numbers
constexpr std::size_t maxLit = 200; ///< selected entities drawn; more are not distinguishable
constexpr double smallestRing = 18; ///< pixels

constexpr std::size_t maxMarked = 4096; ///< maximum number of entities selected by Shift + drag

} // namespace

MatrixNames measureNames(const MatrixAxes& axes)
{
    const QFontMetrics metrics(textFont());
    MatrixNames names{0, widest(metrics, axes.rows()), widest(metrics, axes.columns())};
    for (const MatrixGroup& group : axes.groups())
        names.group = std::max(names.group, metrics.horizontalAdvance(group.name));
    return names;
}

MatrixLabels measureLabels(const MatrixNames& names, int width, double rowPixels, double columnPixels)
{
    const int max = static_cast<int>(width * widestNameShare);
    MatrixLabels labels;
    labels.row = rowPixels >= namedPixels ? std::min(names.row + 2 * axisPadding, max) : 0;
    labels.group = names.group > 0 ? std::min(names.group + 2 * axisPadding, max - labels.row) : 0;
    if (labels.width() == 0)
        labels.group = axisPadding;
    labels.slanted = names.column + 2 * axisPadding > columnPixels;
    const int longest = std::min(names.column, highestHeader);
    const double height = longest * std::sin(slantDegrees * M_PI / 180);
    labels.header = labels.slanted ? static_cast<int>(height) + 18 : plainMatrixHeader;
    if (labels.slanted)
        labels.margin = static_cast<int>(longest * std::cos(slantDegrees * M_PI / 180)) + 12;
    return labels;
}

void drawLabels(QPainter& painter, const MatrixFrame& frame, const MatrixLabels& labels, const Palette& palette)
{
    painter.setFont(textFont());
    painter.save();
    painter.setClipRect(QRectF(0, frame.area.top(), frame.area.right(), frame.area.height()));
    drawGroups(painter, frame, labels, palette);
    if (labels.row > 0)
        drawRows(painter, frame, labels, palette);
    painter.restore();
    painter.save();
    painter.setClipRect(
        QRectF(frame.area.left() - axisPadding, 0, frame.area.width() + highestHeader, frame.area.top()));
    drawColumns(painter, frame, labels, palette);
    painter.restore();
}

FabricCanvas::FabricCanvas(ViewContext context, QWidget* parent)
    : Canvas(context, tr("Fabric matrix"), parent), m_pairs(context.fabric), m_rows(tallestRow), m_columns(widestColumn)
{
    const auto repaint = qOverload<>(&QWidget::update);
    connect(&context.cluster, &ClusterModel::changed, this, &FabricCanvas::clusterChanged);
    connect(&m_limiter, &RepaintLimiter::due, this, repaint);
    connect(&context.time, &TimeWindow::cursorChanged, this, repaint);
    if (context.fabric != nullptr)
        connect(context.fabric, &FabricResults::changed, &m_limiter, &RepaintLimiter::request);
}

void FabricCanvas::setShape(MatrixShape shape)
{
    m_content = isOfPairs(shape) ? static_cast<MatrixContent*>(&m_pairs) : &m_links;
    if (isOfPairs(shape))
        m_pairs.setUnit(shape == MatrixShape::RankRank ? PairUnit::Rank : PairUnit::Node);
    else
        m_links.setMatrix(shape == MatrixShape::LeafSpine     ? LinkMatrix::LeafSpine
                              : shape == MatrixShape::GpuPort ? LinkMatrix::GpuPort
                                                              : LinkMatrix::NodePort);
    m_namesAreOld = true;
    fit();
}

void FabricCanvas::setOrder(MatrixOrder order)
{
    m_content->setOrder(order);
    update();
}

void FabricCanvas::setMetric(MetricId metric)
{
    m_links.setMetric(metric);
    update();
}

void FabricCanvas::setAggregate(std::optional<Aggregate> how)
{
    m_links.setAggregate(how);
    update();
}

void FabricCanvas::setTicks(TickIndex ticks)
{
    m_ticks = std::max<TickIndex>(ticks, 1);
    update();
}

void FabricCanvas::setPairs(PairQuantity quantity, std::string family)
{
    m_pairs.setQuantity(quantity);
    m_pairs.setFamily(std::move(family));
    update();
}

void FabricCanvas::holdScale(bool hold)
{
    m_content->holdScale(hold);
    update();
}

void FabricCanvas::clusterChanged(const ChangeSet& changes)
{
    for (MatrixContent* content : {static_cast<MatrixContent*>(&m_links), static_cast<MatrixContent*>(&m_pairs)}) {
        if (changes.topology)
            content->topologyChanged();
        content->invalidate(changes.ticks);
    }
    if (isVisible() && (changes.topology || changes.metrics || !changes.ticks.isEmpty()))
        m_limiter.request();
}

MatrixFrame FabricCanvas::frame() const
{
    const ClusterStore& store = m_context.cluster.store();
    const TickRange held = store.ticks();
    TickIndex end = held.to - settled;
    if (!m_context.time.isFollowing())
        end = tickIndexOf(m_context.time.cursor(), store.tickPeriod()) + 1;
    const TickIndex from = std::max(end - m_ticks, held.from);
    const TickRange ticks{from, std::max(std::min(end, held.to), from)};
    return {store, m_content->axes(), m_rows, m_columns, m_area, ticks};
}

/// Label sizes and cell sizes depend on each other; two rounds suffice.
void FabricCanvas::layOut()
{
    m_rows.setTotal(m_content->axes().rows().size());
    m_columns.setTotal(m_content->axes().columns().size());
    for (int round = 0; round < 2; ++round) {
        m_labels = measureLabels(m_names, width(), m_rows.rowPixels(), m_columns.rowPixels());
        m_rows.setHeight(std::max(height() - m_labels.header - 2, 0));
        m_columns.setHeight(std::max(width() - m_labels.width() - m_labels.margin, 1));
    }
    const auto extent = [](const RowWindow& window) {
        return std::round(std::min(window.height(), window.rowPixels() * static_cast<double>(window.total())));
    };
    m_area = QRectF(m_labels.width(), m_labels.header, extent(m_columns), extent(m_rows));
}

bool FabricCanvas::prepare()
{
    const ClusterStore& store = m_context.cluster.store();
    m_worst.reset();
    setComplete(true);
    if (!store.topology())
        return false;
    m_namesAreOld |= m_content->settle(frame());
    if (m_content->isEmpty())
        return false;
    if (std::exchange(m_namesAreOld, false))
        m_names = measureNames(m_content->axes());
    layOut();
    m_content->setGround(m_context.theme.palette().panel);
    setComplete(m_content->refresh(frame()));
    m_worst = m_content->worst(frame());
    return true;
}

void FabricCanvas::paintEmpty(QPainter& painter)
{
    const MatrixAdvice advice = m_content->advice(m_context.cluster.store());
    drawEmptyState(painter, rect(), m_context.theme.palette(), advice.missing, advice.advice);
}

void FabricCanvas::printValues(QPainter& painter, const MatrixFrame& now) const
{
    const QFontMetrics metrics(smallFigureFont());
    const std::size_t printed
        = (m_rows.endVisible() - m_rows.firstVisible()) * (m_columns.endVisible() - m_columns.firstVisible());
    const int min = metrics.horizontalAdvance(QStringLiteral("0.00"));
    if (!m_content->picture().shape().isOneToOne() || printed > maxPrinted || m_rows.rowPixels() < metrics.height() + 2
        || m_columns.rowPixels() < min)
        return;
    const Unit unit = m_content->quantity(now.store)->unit;
    painter.save();
    painter.setClipRect(m_area);
    painter.setFont(smallFigureFont());
    for (std::size_t row = m_rows.firstVisible(); row < m_rows.endVisible(); ++row) {
        for (std::size_t column = m_columns.firstVisible(); column < m_columns.endVisible(); ++column) {
            const float value = m_content->picture().valueAt({row, column});
            // Zeros are omitted, so that other values stand out.
            const bool isTelling = !std::isnan(value) && value != 0;
            const QString text = isTelling ? quantityText(static_cast<double>(value), unit) : QString();
            const QRectF cell = now.placeArea({row, column});
            const int wide = metrics.horizontalAdvance(text);
            if (text.isEmpty() || wide + 4 > cell.width())
                continue;
            painter.setPen(toColor(readableOn(scale().colour(value))));
            // Drawn at a baseline: laying out text in a rectangle costs as much as drawing it.
            painter.drawText(QPointF(cell.center().x() - wide / 2.0,
                                     cell.center().y() + (metrics.ascent() - metrics.descent()) / 2.0),
                             text);
        }
    }
    painter.restore();
}

void FabricCanvas::light(QPainter& painter, const MatrixFrame& now, EntityRef entity, Rgb colour) const
{
    const auto frameOver = [&](QRectF area) {
        if (area.width() < 4 || area.height() < 4) // a thin cell would disappear under its frame
            area.adjust(-2, -2, 2, 2);
        painter.setPen(QPen(toColor(colour), 2));
        painter.drawRect(area.adjusted(0, 0, -1, -1));
    };
    if (!entity.isValid())
        return;
    if (entity.kind == EntityKind::Port) {
        if (const auto place = m_content->placeOf({&entity, 1}))
            frameOver(now.placeArea(*place));
        return;
    }
    if (const auto rows = now.axes.rowsOf(entity)) {
        const QRectF cells = now.placesArea({rows->from, 0}, {rows->to, now.axes.columns().size()});
        painter.fillRect(QRectF(m_labels.group, cells.top(), m_labels.row, cells.height()), toColor(colour, 60));
        frameOver(cells);
    }
    if (const auto columns = now.axes.columnsOf(entity))
        frameOver(now.placesArea({0, columns->from}, {now.axes.rows().size(), columns->to}));
}

void FabricCanvas::paintHighlights(QPainter& painter, const MatrixFrame& now) const
{
    const Palette& palette = m_context.theme.palette();
    painter.save();
    painter.setClipRect(QRectF(0, m_area.top() - 2, m_area.right() + 2, m_area.height() + 4));
    painter.setBrush(Qt::NoBrush);
    const auto& selected = m_context.selection.selected();
    for (std::size_t at = selected.size() - std::min(selected.size(), maxLit); at < selected.size(); ++at)
        light(painter, now, selected[at], palette.accent);
    light(painter, now, m_context.selection.hovered(), palette.hover);
    if (m_isMarking && m_pressedAt) {
        painter.setPen(QPen(toColor(palette.accent), 1));
        painter.setBrush(toColor(palette.accent, 40));
        painter.drawRect((QRectF(*m_pressedAt, m_draggedTo).normalized() & m_area).adjusted(0, 0, -1, -1));
    }
    painter.restore();
}

/// A ring with a gap around the cell, so that one hot pixel among thousands is easy to find.
void FabricCanvas::paintWorst(QPainter& painter, const MatrixFrame& now) const
{
    if (!m_worst)
        return;
    QRectF ring = now.placeArea(m_worst->place).adjusted(-4, -4, 4, 4);
    const double wider = std::max(0.0, smallestRing - ring.width()) / 2;
    const double taller = std::max(0.0, smallestRing - ring.height()) / 2;
    ring.adjust(-wider, -taller, wider, taller);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    const Palette& palette = m_context.theme.palette();
    painter.setPen(QPen(toColor(palette.panel), 4));
    painter.drawRoundedRect(ring, 5, 5);
    painter.setPen(QPen(toColor(palette.text), 2));
    painter.drawRoundedRect(ring, 5, 5);
    painter.restore();
}

void FabricCanvas::paintCells(QPainter& painter, const MatrixFrame& now)
{
    paintGround(painter, m_area, m_content->picture().hasTransparentCells());
    m_content->picture().paint(painter, now);
    printValues(painter, now);
}

void FabricCanvas::paintOn(QPainter& painter)
{
    const Palette& palette = m_context.theme.palette();
    if (!prepare()) {
        painter.fillRect(rect(), toColor(palette.panel));
        paintEmpty(painter);
        Q_EMIT shownChanged();
        return;
    }
    const MatrixFrame now = frame();
    paintCells(painter, now);
    drawLabels(painter, now, m_labels, palette);
    paintHighlights(painter, now);
    paintWorst(painter, now);
    paintAllWell(painter);
    Q_EMIT shownChanged();
}

bool FabricCanvas::isAllHealthy() const
{
    const ClusterStore& store = m_context.cluster.store();
    const MetricDescriptor* const quantity = m_content->quantity(store);
    const Duration period = store.tickPeriod();
    const bool isSilent = m_context.time.isFollowing()
        && store.now() - timeOfTick(store.ticks().to, period) > ticksUntilSilent * period;
    return !m_worst && m_content->picture().isAllWell() && quantity != nullptr
        && quantity->name == metrics::port::trouble && !isSilent;
}

/// States that no link has a problem, because a matrix of a single colour does not show that clearly.
void FabricCanvas::paintAllWell(QPainter& painter) const
{
    if (!isAllHealthy())
        return;
    const Palette& palette = m_context.theme.palette();
    const QString words = tr("%1, all healthy").arg(m_content->summary());
    painter.fillRect(m_area, toColor(palette.panel, 170));
    painter.setFont(titleFont());
    QRectF plate = QFontMetricsF(titleFont()).boundingRect(words).adjusted(-12, -6, 12, 6);
    plate.moveCenter(m_area.center());
    painter.fillRect(plate, toColor(palette.panel));
    painter.setPen(toColor(palette.text));
    painter.drawText(plate, Qt::AlignCenter, words);
}

EntityRef FabricCanvas::lineAt(QPointF point) const
{
    const MatrixAxes& axes = m_content->axes();
    const double row = m_rows.rowAt(point.y() - m_area.top());
    const double column = m_columns.rowAt(point.x() - m_area.left());
    const bool isBeside = point.x() < m_area.left() && point.y() >= m_area.top();
    const bool isAbove = point.y() < m_area.top() && point.x() >= m_area.left();
    if (isBeside && row >= 0 && row < static_cast<double>(axes.rows().size())) {
        if (point.x() >= m_labels.group)
            return axes.rows()[static_cast<std::size_t>(row)].entity;
        for (const MatrixGroup& group : axes.groups()) {
            if (static_cast<std::size_t>(row) < group.rows.to)
                return group.owner;
        }
    }
    if (isAbove && column >= 0 && column < static_cast<double>(axes.columns().size()))
        return axes.columns()[static_cast<std::size_t>(column)].entity;
    return {};
}

std::optional<MatrixCell> FabricCanvas::cellAt(QPointF point) const
{
    const MatrixFrame now = frame();
    const auto place = m_content->isEmpty() ? std::nullopt : now.placeAt(point);
    return place ? m_content->cellAt(now, *place) : std::nullopt;
}

void FabricCanvas::click(QPointF point, Qt::KeyboardModifiers modifiers)
{
    std::vector<EntityRef> chosen;
    if (const auto cell = cellAt(point))
        chosen = cell->entity.kind == EntityKind::Port ? std::vector{cell->entity} : m_content->entitiesAt(cell->place);
    else if (const EntityRef line = m_content->isEmpty() ? EntityRef{} : lineAt(point); line.isValid())
        chosen = {line};
    if (chosen.empty())
        return;
    if (!modifiers.testFlag(Qt::ControlModifier))
        return m_context.selection.setSelected(std::move(chosen));
    for (const EntityRef each : chosen)
        m_context.selection.toggle(each);
}

void FabricCanvas::selectWithin(const QRectF& area)
{
    const MatrixFrame now = frame();
    const auto from = m_content->isEmpty() ? std::nullopt : now.placeAt(area.topLeft());
    const auto to = from ? now.placeAt(area.bottomRight() - QPointF(0.5, 0.5)) : std::nullopt;
    if (!to)
        return;
    std::vector<EntityRef> chosen;
    for (std::size_t row = from->row; row <= to->row && chosen.size() < maxMarked; ++row) {
        for (std::size_t column = from->column; column <= to->column && chosen.size() < maxMarked; ++column) {
            const std::vector<EntityRef> there = m_content->entitiesAt({row, column});
            chosen.insert(chosen.end(), there.begin(), there.end());
        }
    }
    std::ranges::sort(chosen);
    const auto repeated = std::ranges::unique(chosen);
    chosen.erase(repeated.begin(), repeated.end());
    if (!chosen.empty())
        m_context.selection.setSelected(std::move(chosen));
    update();
}

void FabricCanvas::moveSelected(int rows, int columns)
{
    if (m_content->isEmpty())
        return;
    const MatrixAxes& axes = m_content->axes();
    auto place = m_content->placeOf(m_context.selection.selected());
    if (!place)
        place = m_worst ? m_worst->place : MatrixPlace{}; // start at the worst cell
    const auto moved = [](std::size_t from, int by, std::size_t count) {
        return static_cast<std::size_t>(std::clamp<std::int64_t>(
            static_cast<std::int64_t>(from) + by, 0, std::max<std::int64_t>(static_cast<std::int64_t>(count) - 1, 0)));
    };
    place->row = moved(place->row, rows, axes.rows().size());
    place->column = moved(place->column, columns, axes.columns().size());
    if (std::vector<EntityRef> there = m_content->entitiesAt(*place); !there.empty())
        m_context.selection.setSelected(std::move(there));
    m_rows.reveal(place->row);
    m_columns.reveal(place->column);
    update();
}

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

#include "moc_fabriccanvas.cpp"
