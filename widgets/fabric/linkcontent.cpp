// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/fabric/linkcontent.h"

#include "widgets/fabric/roworder.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace lockstep {

void LinkContent::setMatrix(LinkMatrix matrix)
{
    m_isOld |= std::exchange(m_matrix, matrix) != matrix;
}

void LinkContent::setOrder(MatrixOrder order)
{
    m_order = order;
    m_isOrderOld = true;
}

void LinkContent::setMetric(MetricId metric)
{
    if (std::exchange(m_metric, metric) == metric)
        return;
    m_cells.setMetric(metric);
    m_isDirty = true;
}

void LinkContent::setAggregate(std::optional<Aggregate> how)
{
    m_how = how;
    m_cells.setAggregate(how);
    m_isDirty = true;
}

void LinkContent::invalidate(TickRange ticks)
{
    m_cells.invalidate(ticks);
    m_isDirty |= std::max(ticks.from, m_ticks.from) < std::min(ticks.to, m_ticks.to);
}

bool LinkContent::settle(const MatrixFrame& frame)
{
    if (!m_isOld && !m_isOrderOld)
        return false;
    const Topology& topology = *frame.store.topology();
    if (std::exchange(m_isOld, false))
        m_byPosition = m_matrix == LinkMatrix::LeafSpine ? leafSpineMatrix(topology, FabricMap(topology))
                                                         : nodePortMatrix(topology);
    orderRows(frame);
    m_axes = m_links.axes();
    m_picture.setShape({}); // what it showed is no more
    return true;
}

void LinkContent::orderRows(const MatrixFrame& frame)
{
    m_isOrderOld = false;
    if (m_order == MatrixOrder::Position || m_byPosition.isEmpty())
        m_links = m_byPosition;
    else if (m_order == MatrixOrder::Job)
        m_links = orderedByJob(m_byPosition, frame.store);
    else
        m_links = orderedBySimilarity(m_byPosition, frame.store, m_metric, frame.ticks);
    m_cells.clear();
    m_hasShape = false;
    m_isDirty = true;
}

void LinkContent::setShape(const CellShape& shape)
{
    if (m_hasShape && shape == m_picture.shape())
        return;
    m_picture.setShape(shape);
    m_hasShape = true;
    m_isDirty = true;
    std::vector<std::uint32_t> ports;
    ports.reserve(shape.rows.count() * shape.columns.count() * FabricMatrix::portsPerPlace);
    m_isVacant.assign(shape.count(), 1);
    for (std::size_t row = shape.rows.from; row < shape.rows.to; ++row) {
        for (std::size_t column = shape.columns.from; column < shape.columns.to; ++column) {
            const auto both = m_links.portsAt({row, column});
            ports.insert(ports.end(), both.begin(), both.end());
            const bool isVacant = both[0] == CellBins::nobody && both[1] == CellBins::nobody;
            m_isVacant[shape.cellOf({row, column})] &= isVacant ? 1 : 0;
        }
    }
    m_cells.setBins(CellBins(ports, shape.columns.count() * FabricMatrix::portsPerPlace, shape.rowsPerCell,
                             shape.columnsPerCell * FabricMatrix::portsPerPlace),
                    1);
}

bool LinkContent::refresh(const MatrixFrame& frame)
{
    if (!m_metric.isValid() || m_links.isEmpty() || frame.area.isEmpty())
        return true;
    setShape(CellShape::of(frame));
    m_isDirty |= std::exchange(m_ticks, frame.ticks) != frame.ticks;
    if (!m_isDirty)
        return true;
    m_cells.keepOnly(frame.ticks.from, frame.ticks.to);
    std::vector<TimeCells::Column> changed;
    const bool isComplete = m_cells.reduce(frame.store, frame.ticks.from, frame.ticks.to, changed);
    m_picture.setCells(*quantity(frame.store), combineTicks(frame.store, frame.ticks), m_isVacant);
    m_isDirty = !isComplete;
    return isComplete;
}

std::vector<float> LinkContent::combineTicks(const ClusterStore& store, TickRange ticks) const
{
    std::vector<float> combined(m_cells.binCount(), noData);
    std::vector<float> counts(m_how == Aggregate::Mean ? combined.size() : 0, 0.0F);
    const bool isMin = !m_how && aggregateFor(quantity(store)->direction) == Aggregate::Min;
    for (TickIndex tick = ticks.from; tick < ticks.to; ++tick) {
        const std::vector<float>* cells = m_cells.column(tick);
        if (cells == nullptr)
            continue;
        for (std::size_t cell = 0; cell < combined.size(); ++cell) {
            const float value = (*cells)[cell];
            float& all = combined[cell];
            if (!counts.empty()) {
                counts[cell] += std::isnan(value) ? 0.0F : 1.0F;
                all = std::isnan(value) ? all : std::isnan(all) ? value : all + value;
            } else {
                all = std::isnan(all) || (isMin ? value < all : value > all) ? value : all;
            }
        }
    }
    for (std::size_t cell = 0; cell < counts.size(); ++cell)
        combined[cell] /= std::max(counts[cell], 1.0F);
    return combined;
}

} // namespace lockstep
