// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/fabric/fabricmatrix.h"
#include "widgets/fabric/matrixcontent.h"
#include "widgets/fabric/matrixframe.h"
#include "widgets/heatmap/timeheat.h"

#include <QCoreApplication>

namespace lockstep {

enum class LinkMatrix : std::uint8_t { LeafSpine, NodePort, GpuPort };

/// A matrix of links: places reduced to pixels, ticks reduced to one value. A new tick costs one pass over the ports.
class LinkContent : public MatrixContent
{
    Q_DECLARE_TR_FUNCTIONS(lockstep::LinkContent)

public:
    void setMatrix(LinkMatrix matrix);
    void setMetric(MetricId metric); ///< of ports
    void setAggregate(std::optional<Aggregate> how); ///< nullopt: the worst
    [[nodiscard]] const FabricMatrix& links() const { return m_links; }

    void setOrder(MatrixOrder order) override;
    void topologyChanged() override { m_isOld = true; }
    void invalidate(TickRange ticks) override;
    [[nodiscard]] bool settle(const MatrixFrame& frame) override;
    [[nodiscard]] bool refresh(const MatrixFrame& frame) override;
    [[nodiscard]] bool isEmpty() const override { return m_links.isEmpty(); }
    [[nodiscard]] QString summary() const override;
    [[nodiscard]] const MetricDescriptor* quantity(const ClusterStore& store) const override;
    [[nodiscard]] QString nameOf(const ClusterStore& store, const MatrixCell& cell) const override;
    [[nodiscard]] HoverText hoverOf(const ClusterStore& store, const MatrixCell& cell) const override;
    [[nodiscard]] std::vector<EntityRef> entitiesAt(MatrixPlace place) const override;
    [[nodiscard]] std::optional<MatrixPlace> placeOf(std::span<const EntityRef> selected) const override;
    [[nodiscard]] MatrixAdvice advice(const ClusterStore& store) const override;

protected:
    [[nodiscard]] std::optional<MatrixCell> findIn(const MatrixFrame& frame, std::size_t cell) const override;
    void coloursChanged() override { m_isDirty = true; }

private:
    void orderRows(const MatrixFrame& frame);
    void setShape(const CellShape& shape);
    [[nodiscard]] std::vector<float> combineTicks(const ClusterStore& store, TickRange ticks) const;

    LinkMatrix m_matrix = LinkMatrix::LeafSpine;
    MatrixOrder m_order = MatrixOrder::Position;
    MetricId m_metric;
    std::optional<Aggregate> m_how;
    FabricMatrix m_byPosition;
    FabricMatrix m_links; ///< in the order shown
    bool m_isOld = true;
    bool m_isOrderOld = true;
    bool m_hasShape = false;
    bool m_isDirty = true;
    TickRange m_ticks;
    TimeCells m_cells; ///< by tick
    std::vector<std::uint8_t> m_isVacant; ///< by cell: no link there
};

} // namespace lockstep
