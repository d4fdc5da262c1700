// SPDX-License-Identifier: GPL-3.0-or-later
// The half of MatrixPicture that tells what is where.
#include "widgets/fabric/matrixpicture.h"

#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {
constexpr float standsOut = 0.5F; ///< of the way from the usual value to the end of the scale
}

float MatrixPicture::valueAt(MatrixPlace place) const
{
    const bool isInView = place.row >= m_shape.rows.from && place.row < m_shape.rows.to
        && place.column >= m_shape.columns.from && place.column < m_shape.columns.to;
    const std::size_t cell = (place.row - m_shape.rows.from) * cellsAcross() + (place.column - m_shape.columns.from);
    return isInView && isOneToOne() && cell < m_values.size() ? m_values[cell] : noData;
}

MatrixCell MatrixPicture::cellOf(const MatrixFrame& frame, std::size_t down, std::size_t across) const
{
    const bool isHigh = isHighWorst(frame.store);
    const std::size_t firstRow = m_shape.rows.from + down * m_shape.rowsPerCell;
    const std::size_t firstColumn = m_shape.columns.from + across * m_shape.columnsPerCell;
    MatrixCell found{{firstRow, firstColumn}, CellBins::nobody, noData, std::nullopt, 0};
    for (std::size_t row = firstRow; row < std::min(firstRow + m_shape.rowsPerCell, frame.matrix.rows().size());
         ++row) {
        for (std::size_t column = firstColumn;
             column < std::min(firstColumn + m_shape.columnsPerCell, frame.matrix.columns().size()); ++column) {
            const auto ports = frame.matrix.portsAt({row, column});
            found.sharing += ports[0] != CellBins::nobody || ports[1] != CellBins::nobody ? 1 : 0;
            for (const std::uint32_t port : ports) {
                if (port == CellBins::nobody)
                    continue;
                if (found.port == CellBins::nobody) {
                    found.port = port;
                    found.place = {row, column};
                }
                for (TickIndex tick = frame.ticks.from; tick < frame.ticks.to; ++tick) {
                    const std::span<const float> values = frame.store.column(m_metric, tick);
                    const float value = port < values.size() ? values[port] : noData;
                    const bool isWorse = std::isnan(found.value) ? !std::isnan(value)
                        : isHigh                                 ? value > found.value
                                                                 : value < found.value;
                    if (isWorse)
                        found = {{row, column}, port, value, tick, found.sharing};
                }
            }
        }
    }
    return found;
}

std::optional<MatrixCell> MatrixPicture::cellAt(const MatrixFrame& frame, QPointF point) const
{
    if (!m_metric.isValid() || !m_hasShape || !frame.area.contains(point))
        return std::nullopt;
    const QPointF inside = point - frame.area.topLeft();
    const double row = frame.rows.rowAt(inside.y());
    const double column = frame.columns.rowAt(inside.x());
    if (row < 0 || column < 0 || row >= static_cast<double>(frame.rows.total())
        || column >= static_cast<double>(frame.columns.total()))
        return std::nullopt;
    const MatrixCell cell = cellOf(frame, (static_cast<std::size_t>(row) - m_shape.rows.from) / m_shape.rowsPerCell,
                                   (static_cast<std::size_t>(column) - m_shape.columns.from) / m_shape.columnsPerCell);
    return cell.port == CellBins::nobody ? std::nullopt : std::optional(cell);
}

std::optional<MatrixCell> MatrixPicture::worst(const MatrixFrame& frame) const
{
    if (!m_metric.isValid() || m_values.empty())
        return std::nullopt;
    const float sign = isHighWorst(frame.store) ? 1.0F : -1.0F;
    std::vector<float> known;
    std::size_t worst = 0;
    for (std::size_t cell = 0; cell < m_values.size(); ++cell) {
        if (std::isnan(m_values[cell]))
            continue;
        if (known.empty() || sign * m_values[cell] > sign * m_values[worst])
            worst = cell;
        known.push_back(m_values[cell]);
    }
    if (known.empty())
        return std::nullopt;
    const auto middle = known.begin() + static_cast<std::ptrdiff_t>(known.size() / 2);
    std::ranges::nth_element(known, middle);
    const float towards = sign > 0 ? m_scale.high : m_scale.low;
    if (std::abs(m_values[worst] - *middle) < standsOut * std::abs(towards - *middle))
        return std::nullopt;
    return cellOf(frame, worst / cellsAcross(), worst % cellsAcross());
}

} // namespace lockstep
