// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/fabric/fabriccanvas.h"

#include "models/store/clustermodel.h"
#include "models/view/framestats.h"
#include "models/view/selection.h"
#include "models/view/theme.h"
#include "models/view/timewindow.h"
#include "widgets/common/fonts.h"
#include "widgets/common/hovertip.h"
#include "widgets/common/paint.h"
#include "widgets/common/text.h"
#include "widgets/fabric/roworder.h"

#include <QPainter>
#include <QTimer>

#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

constexpr double tallestRow = 44;
constexpr double widestColumn = 150;
constexpr int slantedMargin = 56; ///< right of the cells: the last slanted name leans over
constexpr std::size_t mostPrinted = 2000; ///< cells: more are colours only
constexpr std::size_t mostLit = 200; ///< selected entities drawn; nobody tells more apart
/// Derived metrics follow the data by two ticks (SettledTicks); so does what is shown while following.
constexpr TickIndex settled = 2;

} // namespace

FabricCanvas::FabricCanvas(ViewContext context, QWidget* parent)
    : QWidget(parent),
      m_context(context),
      m_rows(tallestRow),
      m_columns(widestColumn),
      m_tip(new HoverTip(context.theme, this))
{
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setAccessibleName(tr("Fabric matrix"));
    const auto repaint = qOverload<>(&QWidget::update);
    connect(&context.cluster, &ClusterModel::changed, this, &FabricCanvas::clusterChanged);
    connect(&m_limiter, &RepaintLimiter::due, this, repaint);
    connect(&context.time, &TimeWindow::cursorChanged, this, repaint);
    connect(&context.selection, &Selection::hoveredChanged, this, repaint);
    connect(&context.selection, &Selection::selectedChanged, this, repaint);
    connect(&context.theme, &Theme::changed, this, repaint);
}

void FabricCanvas::setShape(MatrixShape shape)
{
    if (shape == m_shape)
        return;
    m_shape = shape;
    m_isOld = true;
    m_rows.fit();
    m_columns.fit();
    update();
}

void FabricCanvas::setOrder(MatrixOrder order)
{
    m_order = order;
    orderRows();
    update();
}

void FabricCanvas::setMetric(MetricId metric)
{
    m_metric = metric;
    m_picture.setMetric(metric);
    update();
}

void FabricCanvas::setAggregate(std::optional<Aggregate> how)
{
    m_picture.setAggregate(how);
    update();
}

void FabricCanvas::setTicks(TickIndex ticks)
{
    m_ticks = std::max<TickIndex>(ticks, 1);
    update();
}

void FabricCanvas::holdScale(bool hold)
{
    m_picture.holdScale(hold);
    m_picture.invalidate(frame().ticks);
    update();
}

void FabricCanvas::clusterChanged(const ChangeSet& changes)
{
    m_isOld |= changes.topology;
    m_picture.invalidate(changes.ticks);
    if (isVisible() && (changes.topology || changes.metrics || !changes.ticks.isEmpty()))
        m_limiter.request();
}

void FabricCanvas::rebuild()
{
    m_isOld = false;
    const Topology& topology = *m_context.cluster.store().topology();
    m_byPosition
        = m_shape == MatrixShape::LeafSpine ? leafSpineMatrix(topology, FabricMap(topology)) : nodePortMatrix(topology);
    orderRows();
}

void FabricCanvas::orderRows()
{
    const ClusterStore& store = m_context.cluster.store();
    if (m_order == MatrixOrder::Position || m_byPosition.isEmpty())
        m_matrix = m_byPosition;
    else if (m_order == MatrixOrder::Job)
        m_matrix = orderedByJob(m_byPosition, store);
    else
        m_matrix = orderedBySimilarity(m_byPosition, store, m_metric, frame().ticks);
    m_names = measureNames(m_matrix);
    m_picture.matrixChanged();
}

MatrixFrame FabricCanvas::frame() const
{
    const ClusterStore& store = m_context.cluster.store();
    const TickRange held = store.ticks();
    TickIndex end = held.to - settled;
    if (!m_context.time.isFollowing())
        end = tickIndexOf(m_context.time.cursor(), store.tickPeriod()) + 1;
    return {store, m_matrix, m_rows, m_columns, m_area, {std::max(end - m_ticks, held.from), std::min(end, held.to)}};
}

QString FabricCanvas::linkName(std::uint32_t port) const
{
    const Topology& topology = *m_context.cluster.store().topology();
    const EntityRef near{EntityKind::Port, port};
    const auto endName = [&](EntityRef end) {
        const EntityRef owner = end.kind == EntityKind::Port ? topology.parent(end) : end;
        if (owner.kind == EntityKind::Node && end.kind == EntityKind::Port)
            return toQString(topology.name(owner)) + QLatin1Char(' ') + toQString(topology.name(end));
        return toQString(topology.name(owner));
    };
    const EntityRef far = topology.peer(near);
    return far.isValid() ? tr("%1 to %2").arg(endName(near), endName(far)) : endName(near);
}

/// Names need to know how large cells are, and cells how much room names leave: two rounds settle it.
void FabricCanvas::layOut()
{
    m_rows.setTotal(m_matrix.rows().size());
    m_columns.setTotal(m_matrix.columns().size());
    for (int round = 0; round < 2; ++round) {
        m_labels = measureLabels(m_names, width(), m_rows.rowPixels(), m_columns.rowPixels());
        m_rows.setHeight(std::max(height() - m_labels.header - 2, 0));
        m_columns.setHeight(std::max(width() - m_labels.width() - (m_labels.slanted ? slantedMargin : 8), 1));
    }
    const auto extent = [](const RowWindow& window) {
        return std::round(std::min(window.height(), window.rowPixels() * static_cast<double>(window.total())));
    };
    m_area = QRectF(m_labels.width(), m_labels.header, extent(m_columns), extent(m_rows));
}

bool FabricCanvas::prepare()
{
    const ClusterStore& store = m_context.cluster.store();
    if (!store.topology() || store.ticks().isEmpty())
        return false;
    if (m_isOld)
        rebuild();
    if (m_matrix.isEmpty() || !m_metric.isValid())
        return false;
    layOut();
    m_picture.setGround(m_context.theme.palette().panel);
    m_isComplete = m_picture.refresh(frame());
    if (!m_isComplete)
        QTimer::singleShot(0, this, qOverload<>(&QWidget::update));
    m_worst = m_picture.worst(frame());
    return true;
}

void FabricCanvas::paintEmpty(QPainter& painter)
{
    const ClusterStore& store = m_context.cluster.store();
    QString missing = tr("No measurements yet.");
    QString advice = tr("Connect to an agent (lockstep --connect HOST:PORT), or start the demo.");
    if (!store.ticks().isEmpty() && m_shape == MatrixShape::LeafSpine) {
        missing = tr("No links between switches are known.");
        advice = tr("Switches and the far ends of their ports come from a fabric manager's agent. Nodes' own ports: "
                    "choose \"Node × port\" above.");
    } else if (!store.ticks().isEmpty()) {
        missing = tr("No ports are known.");
        advice = tr("Agents report ports from /sys/class/infiniband and /sys/class/net.");
    }
    drawEmptyState(painter, rect(), m_context.theme.palette(), missing, advice);
}

void FabricCanvas::printValues(QPainter& painter, const MatrixFrame& now) const
{
    const QFontMetrics metrics(smallFigureFont());
    const std::size_t printed
        = (m_rows.endVisible() - m_rows.firstVisible()) * (m_columns.endVisible() - m_columns.firstVisible());
    const int least = metrics.horizontalAdvance(QStringLiteral("0.00"));
    if (!m_picture.isOneToOne() || printed > mostPrinted || m_rows.rowPixels() < metrics.height() + 2
        || m_columns.rowPixels() < least)
        return;
    const Unit unit = now.store.metrics().descriptor(m_metric).unit;
    painter.save();
    painter.setClipRect(m_area);
    painter.setFont(smallFigureFont());
    for (std::size_t row = m_rows.firstVisible(); row < m_rows.endVisible(); ++row) {
        for (std::size_t column = m_columns.firstVisible(); column < m_columns.endVisible(); ++column) {
            const float value = m_picture.valueAt({row, column});
            // A page full of zeros only hides what is not zero.
            const bool isTelling = !std::isnan(value) && value != 0;
            const QString text = isTelling ? quantityText(static_cast<double>(value), unit) : QString();
            const QRectF cell = now.placesArea({row, column}, {row + 1, column + 1});
            const int wide = metrics.horizontalAdvance(text);
            if (text.isEmpty() || wide + 4 > cell.width())
                continue;
            painter.setPen(toColor(readableOn(m_picture.scale().colour(value))));
            // By its baseline: laying text out in a box costs as much as drawing it, and there are many.
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
        if (area.width() < 4 || area.height() < 4) // a thin cell would vanish under its frame
            area.adjust(-2, -2, 2, 2);
        painter.setPen(QPen(toColor(colour), 2));
        painter.drawRect(area.adjusted(0, 0, -1, -1));
    };
    if (!entity.isValid())
        return;
    if (entity.kind == EntityKind::Port) {
        if (const auto place = m_matrix.placeOf(entity.index))
            frameOver(now.placesArea(*place, {place->row + 1, place->column + 1}));
        return;
    }
    for (const std::size_t row : m_matrix.rowsOf(entity)) {
        const QRectF cells = now.placesArea({row, 0}, {row + 1, m_matrix.columns().size()});
        painter.fillRect(QRectF(m_labels.group, cells.top(), m_labels.row, cells.height()), toColor(colour, 60));
        frameOver(cells);
    }
    for (std::size_t column = 0; column < m_matrix.columns().size(); ++column) {
        if (m_matrix.columns()[column].entity == entity)
            frameOver(now.placesArea({0, column}, {m_matrix.rows().size(), column + 1}));
    }
}

void FabricCanvas::paintHighlights(QPainter& painter, const MatrixFrame& now) const
{
    const Palette& palette = m_context.theme.palette();
    painter.save();
    painter.setClipRect(QRectF(0, m_area.top() - 2, m_area.right() + 2, m_area.height() + 4));
    painter.setBrush(Qt::NoBrush);
    const auto& selected = m_context.selection.selected();
    for (std::size_t at = selected.size() - std::min(selected.size(), mostLit); at < selected.size(); ++at)
        light(painter, now, selected[at], palette.accent);
    light(painter, now, m_context.selection.hovered(), palette.hover);
    painter.restore();
}

/// A ring with a gap around the cell, so that one hot pixel among thousands is found without looking for it.
void FabricCanvas::paintWorst(QPainter& painter, const MatrixFrame& now) const
{
    if (!m_worst)
        return;
    const MatrixPlace& place = m_worst->place;
    QRectF ring = now.placesArea(place, {place.row + 1, place.column + 1}).adjusted(-4, -4, 4, 4);
    const double grow = std::max(0.0, 18 - std::min(ring.width(), ring.height())) / 2;
    ring.adjust(ring.width() < 18 ? -grow : 0, ring.height() < 18 ? -grow : 0, ring.width() < 18 ? grow : 0,
                ring.height() < 18 ? grow : 0);
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

void FabricCanvas::paintEvent(QPaintEvent*)
{
    const FrameStats::Work work(m_context.frames);
    ++m_paintCount;
    const Palette& palette = m_context.theme.palette();
    QPainter painter(this);
    if (!prepare()) {
        m_worst.reset();
        painter.fillRect(rect(), toColor(palette.panel));
        paintEmpty(painter);
        Q_EMIT shownChanged();
        return;
    }
    const MatrixFrame now = frame();
    for (const QRect& margin : QRegion(rect()) - m_area.toRect())
        painter.fillRect(margin, toColor(palette.panel));
    painter.setBrushOrigin(m_area.topLeft());
    if (m_picture.hasClear())
        painter.fillRect(m_area, noDataBrush(palette));
    m_picture.paint(painter, now);
    printValues(painter, now);
    drawLabels(painter, now, m_labels, palette);
    paintHighlights(painter, now);
    paintWorst(painter, now);
    if (hasFocus())
        drawFocusFrame(painter, rect(), palette);
    m_context.frames.painted();
    Q_EMIT shownChanged();
}

} // namespace lockstep
