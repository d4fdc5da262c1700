// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/fabric/matrixpicture.h"

#include <QPainter>

#include <algorithm>
#include <cmath>
#include <utility>

namespace lockstep {

namespace {

constexpr float steadyShare = 0.03F; ///< of the range: smaller shifts of the scale are left alone
constexpr double gapFrom = 7; ///< pixels: cells of this size stand apart

std::size_t perCell(std::size_t places, double pixels)
{
    const auto room = static_cast<std::size_t>(std::max(pixels, 1.0));
    return std::max<std::size_t>((places + room - 1) / room, 1);
}

/// Whole cells around what is visible, starting at multiples, so that scrolling does not reshuffle what shares a pixel.
RowRange aligned(const RowWindow& window, std::size_t perCell)
{
    return {window.firstVisible() / perCell * perCell,
            std::min((window.endVisible() + perCell - 1) / perCell * perCell, window.total())};
}

} // namespace

QRectF MatrixFrame::placesArea(MatrixPlace from, MatrixPlace to) const
{
    return QRectF(QPointF(columns.yOf(static_cast<double>(from.column)), rows.yOf(static_cast<double>(from.row))),
                  QPointF(columns.yOf(static_cast<double>(to.column)), rows.yOf(static_cast<double>(to.row))))
        .translated(area.topLeft());
}

void MatrixPicture::setMetric(MetricId metric)
{
    if (std::exchange(m_metric, metric) == metric)
        return;
    m_cells.setMetric(metric);
    m_isDirty = true;
}

void MatrixPicture::setAggregate(std::optional<Aggregate> how)
{
    m_how = how;
    m_cells.setAggregate(how);
    m_isDirty = true;
}

void MatrixPicture::setGround(Rgb colour)
{
    m_isDirty |= std::exchange(m_ground, colour) != colour;
}

void MatrixPicture::matrixChanged()
{
    m_cells.clear();
    m_hasShape = false;
    m_isDirty = true;
}

void MatrixPicture::invalidate(TickRange ticks)
{
    m_cells.invalidate(ticks);
    m_isDirty |= std::max(ticks.from, m_ticks.from) < std::min(ticks.to, m_ticks.to);
}

MatrixPicture::Shape MatrixPicture::shapeFor(const MatrixFrame& frame)
{
    Shape shape;
    shape.rowsPerCell = perCell(frame.rows.endVisible() - frame.rows.firstVisible(), frame.area.height());
    shape.columnsPerCell = perCell(frame.columns.endVisible() - frame.columns.firstVisible(), frame.area.width());
    shape.rows = aligned(frame.rows, shape.rowsPerCell);
    shape.columns = aligned(frame.columns, shape.columnsPerCell);
    return shape;
}

std::size_t MatrixPicture::cellsAcross() const
{
    return (m_shape.columns.count() + m_shape.columnsPerCell - 1) / m_shape.columnsPerCell;
}

std::size_t MatrixPicture::cellsDown() const
{
    return (m_shape.rows.count() + m_shape.rowsPerCell - 1) / m_shape.rowsPerCell;
}

void MatrixPicture::setShape(const FabricMatrix& matrix, const Shape& shape)
{
    if (m_hasShape && shape == m_shape)
        return;
    m_shape = shape;
    m_hasShape = true;
    m_isDirty = true;
    std::vector<std::uint32_t> ports;
    ports.reserve(shape.rows.count() * shape.columns.count() * FabricMatrix::portsPerPlace);
    m_isVacant.assign(cellsDown() * cellsAcross(), 1);
    for (std::size_t row = shape.rows.from; row < shape.rows.to; ++row) {
        for (std::size_t column = shape.columns.from; column < shape.columns.to; ++column) {
            const auto both = matrix.portsAt({row, column});
            ports.insert(ports.end(), both.begin(), both.end());
            const std::size_t cell = (row - shape.rows.from) / shape.rowsPerCell * cellsAcross()
                + (column - shape.columns.from) / shape.columnsPerCell;
            m_isVacant[cell] &= both[0] == CellBins::nobody && both[1] == CellBins::nobody ? 1 : 0;
        }
    }
    m_cells.setBins(CellBins(ports, shape.columns.count() * FabricMatrix::portsPerPlace, shape.rowsPerCell,
                             shape.columnsPerCell * FabricMatrix::portsPerPlace),
                    1);
}

bool MatrixPicture::refresh(const MatrixFrame& frame)
{
    if (!m_metric.isValid() || frame.matrix.isEmpty() || frame.area.isEmpty())
        return true;
    setShape(frame.matrix, shapeFor(frame));
    m_isDirty |= std::exchange(m_ticks, frame.ticks) != frame.ticks;
    if (!m_isDirty)
        return true;
    m_cells.keepOnly(frame.ticks.from, frame.ticks.to);
    std::vector<TimeCells::Column> changed;
    const bool isComplete = m_cells.reduce(frame.store, frame.ticks.from, frame.ticks.to, changed);
    combineTicks(frame.store, frame.ticks);
    updateScale(frame.store);
    colour();
    m_isDirty = !isComplete;
    return isComplete;
}

bool MatrixPicture::isHighWorst(const ClusterStore& store) const
{
    return aggregateFor(store.metrics().descriptor(m_metric).direction) == Aggregate::Max;
}

void MatrixPicture::combineTicks(const ClusterStore& store, TickRange ticks)
{
    m_values.assign(m_cells.binCount(), noData);
    std::vector<float> counts(m_how == Aggregate::Mean ? m_values.size() : 0, 0.0F);
    const bool isMin = !m_how && !isHighWorst(store);
    for (TickIndex tick = ticks.from; tick < ticks.to; ++tick) {
        const std::vector<float>* cells = m_cells.column(tick);
        if (cells == nullptr)
            continue;
        for (std::size_t cell = 0; cell < m_values.size(); ++cell) {
            const float value = (*cells)[cell];
            float& all = m_values[cell];
            if (!counts.empty()) {
                counts[cell] += std::isnan(value) ? 0.0F : 1.0F;
                all = std::isnan(value) ? all : std::isnan(all) ? value : all + value;
            } else {
                all = std::isnan(all) || (isMin ? value < all : value > all) ? value : all;
            }
        }
    }
    for (std::size_t cell = 0; cell < counts.size(); ++cell)
        m_values[cell] /= std::max(counts[cell], 1.0F);
}

void MatrixPicture::updateScale(const ClusterStore& store)
{
    if (m_holdsScale)
        return;
    const ColourScale scale = scaleFor(store.metrics().descriptor(m_metric), m_values);
    // Colours that shimmer with every tick tell nothing.
    const float tolerance = (m_scale.high - m_scale.low) * steadyShare;
    const bool isSteady = scale.map == m_scale.map && scale.how == m_scale.how
        && std::abs(scale.low - m_scale.low) <= tolerance && std::abs(scale.high - m_scale.high) <= tolerance;
    if (!isSteady)
        m_scale = scale;
}

void MatrixPicture::colour()
{
    const std::size_t across = cellsAcross();
    const std::size_t down = cellsDown();
    m_image.resize(static_cast<int>(across), static_cast<int>(down));
    m_image.forgetClear();
    for (std::size_t row = 0; row < down; ++row)
        m_image.setRow(static_cast<int>(row), std::span(m_values).subspan(row * across, across), m_scale,
                       std::span(m_isVacant).subspan(row * across, across), m_ground);
}

void MatrixPicture::paint(QPainter& painter, const MatrixFrame& frame) const
{
    const MatrixPlace from{m_shape.rows.from, m_shape.columns.from};
    // The last cells may cover fewer places; the picture is as large as if they covered all.
    const MatrixPlace to{from.row + cellsDown() * m_shape.rowsPerCell,
                         from.column + cellsAcross() * m_shape.columnsPerCell};
    m_image.draw(painter, frame.placesArea(from, to), frame.area);
    if (!isOneToOne())
        return;
    const QRectF& area = frame.area;
    const QColor gap = QColor::fromRgb(m_ground);
    for (std::size_t row = frame.rows.firstVisible(); frame.rows.rowPixels() >= gapFrom && row < m_shape.rows.to; ++row)
        painter.fillRect(QRectF(area.left(), area.top() + frame.rows.yOf(static_cast<double>(row)), area.width(), 1),
                         gap);
    for (std::size_t column = frame.columns.firstVisible();
         frame.columns.rowPixels() >= gapFrom && column < m_shape.columns.to; ++column)
        painter.fillRect(
            QRectF(area.left() + frame.columns.yOf(static_cast<double>(column)), area.top(), 1, area.height()), gap);
}

} // namespace lockstep
