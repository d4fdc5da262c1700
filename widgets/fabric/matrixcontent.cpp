// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/fabric/matrixcontent.h"

#include "models/core/median.h"
#include "models/core/metrics/limits.h"
#include "models/view/cellbins.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

constexpr float steadyShare = 0.03F; ///< of the range: smaller changes of the scale are ignored
constexpr double gapFrom = 7; ///< pixels; cells of at least this size are separated by gaps
constexpr float standsOut = 0.5F; ///< minimum distance from the usual value, relative to the end of the scale
constexpr std::size_t usualSample = 8192; ///< number of values sampled for the usual range

} // namespace

void CellPicture::setShape(const CellShape& shape)
{
    m_shape = shape;
    m_values.assign(shape.count(), noData);
    m_worst.reset();
    m_isAllWell = false;
}

void CellPicture::setCells(const MetricDescriptor& quantity, std::vector<float> values,
                           std::vector<std::uint8_t> isVacant)
{
    m_values = std::move(values);
    updateScale(quantity);
    findWorst(quantity.direction);
    m_isAllWell = quantity.warning && !m_values.empty();
    for (std::size_t cell = 0; m_isAllWell && cell < m_values.size(); ++cell)
        m_isAllWell = isVacant[cell] != 0 || (!std::isnan(m_values[cell]) && !severityOf(quantity, m_values[cell]));
    const std::size_t across = m_shape.across();
    m_image.resize(static_cast<int>(across), static_cast<int>(m_shape.down()));
    m_image.resetTransparency();
    for (std::size_t row = 0; row < m_shape.down(); ++row)
        m_image.setRow(static_cast<int>(row), std::span(m_values).subspan(row * across, across), m_scale,
                       std::span(isVacant).subspan(row * across, across), m_ground);
}

void CellPicture::setGround(Rgb colour)
{
    m_ground = colour;
    m_scale.isOnLight = isLight(colour);
}

void CellPicture::updateScale(const MetricDescriptor& quantity)
{
    if (m_holdsScale)
        return;
    ColourScale scale = scaleFor(quantity, m_values);
    scale.isOnLight = m_scale.isOnLight;
    // Keeps the scale if it changed little, so that colours do not flicker.
    const float tolerance = std::abs(m_scale.high - m_scale.low) * steadyShare;
    const bool isSteady = scale.map == m_scale.map && scale.how == m_scale.how
        && std::abs(scale.low - m_scale.low) <= tolerance && std::abs(scale.high - m_scale.high) <= tolerance;
    if (!isSteady)
        m_scale = scale;
}

void CellPicture::paint(QPainter& painter, const MatrixFrame& frame) const
{
    const MatrixPlace from{m_shape.rows.from, m_shape.columns.from};
    // The last cells may cover fewer places, but the picture is sized as if they were full.
    const MatrixPlace to{from.row + m_shape.down() * m_shape.rowsPerCell,
                         from.column + m_shape.across() * m_shape.columnsPerCell};
    m_image.draw(painter, frame.placesArea(from, to), frame.area);
    if (!m_shape.isOneToOne())
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

float CellPicture::valueAt(MatrixPlace place) const
{
    const bool isThere = m_shape.isOneToOne() && m_shape.contains(place) && !m_values.empty();
    return isThere ? m_values[m_shape.cellOf(place)] : noData;
}

void CellPicture::findWorst(Direction direction)
{
    const float sign = aggregateFor(direction) == Aggregate::Max ? 1.0F : -1.0F;
    // Odd, so that rows are sampled at different columns.
    const std::size_t stride = (m_values.size() / usualSample + 1) | 1U;
    std::vector<float> some;
    m_worst.reset();
    for (std::size_t cell = 0; cell < m_values.size(); ++cell) {
        const float value = m_values[cell];
        if (std::isnan(value))
            continue;
        if (!m_worst || sign * value > sign * m_values[*m_worst])
            m_worst = cell;
        if (cell % stride == 0)
            some.push_back(value);
    }
    if (!m_worst || some.empty())
        return;
    const float median = upperMedian(some);
    const float towards
        = sign > 0 ? std::max(m_scale.low, m_scale.high) : std::min(m_scale.low, m_scale.high); // the bad end
    if (std::abs(m_values[*m_worst] - median) < standsOut * std::abs(towards - median))
        m_worst.reset();
}

void MatrixContent::setGround(Rgb colour)
{
    if (colour == m_picture.ground())
        return;
    m_picture.setGround(colour);
    coloursChanged();
}

void MatrixContent::holdScale(bool hold)
{
    m_picture.holdScale(hold);
    coloursChanged();
}

std::optional<MatrixCell> MatrixContent::cellAt(const MatrixFrame& frame, MatrixPlace place) const
{
    if (!m_picture.shape().contains(place) || quantity(frame.store) == nullptr)
        return std::nullopt;
    return findIn(frame, m_picture.shape().cellOf(place));
}

std::optional<MatrixCell> MatrixContent::worst(const MatrixFrame& frame) const
{
    const auto cell = m_picture.worstCell();
    return cell ? findIn(frame, *cell) : std::nullopt;
}

} // namespace lockstep
