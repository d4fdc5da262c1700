// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/fabric/fabricmap.h"
#include "widgets/fabric/matrixcontent.h"
#include "widgets/fabric/matrixframe.h"
#include "widgets/heatmap/timeheat.h"

#include <QCoreApplication>

#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

namespace lockstep {

/// Links as a matrix: each place holds the two ports of a link, or none. A plain value.
class FabricMatrix
{
public:
    static constexpr std::size_t portsPerPlace = 2; ///< near and far end

    FabricMatrix() = default;
    /// @param ports two per place, row by row: near and far end; CellBins::vacant if there is none
    FabricMatrix(std::vector<MatrixLine> rows, std::vector<MatrixLine> columns, std::vector<MatrixGroup> groups,
                 std::vector<std::uint32_t> ports);

    [[nodiscard]] const MatrixAxes& axes() const { return m_axes; }
    [[nodiscard]] const std::vector<MatrixLine>& rows() const { return m_axes.rows(); }
    [[nodiscard]] const std::vector<MatrixLine>& columns() const { return m_axes.columns(); }
    [[nodiscard]] const std::vector<MatrixGroup>& groups() const { return m_axes.groups(); }
    [[nodiscard]] std::size_t linkCount() const { return m_links; }
    [[nodiscard]] bool isEmpty() const { return m_links == 0; }

    [[nodiscard]] std::span<const std::uint32_t> ports() const { return m_ports; }
    [[nodiscard]] std::span<const std::uint32_t> portsAt(MatrixPlace place) const
    {
        return std::span(m_ports).subspan((place.row * columns().size() + place.column) * portsPerPlace, portsPerPlace);
    }
    [[nodiscard]] std::optional<MatrixPlace> placeOf(std::uint32_t port) const;

    /// The same with reordered rows. @param groups of the new order
    [[nodiscard]] FabricMatrix reordered(std::span<const std::uint32_t> order, std::vector<MatrixGroup> groups) const;

private:
    MatrixAxes m_axes;
    std::vector<std::uint32_t> m_ports;
    std::size_t m_links = 0;
    std::unordered_map<std::uint32_t, std::size_t> m_placeOfPort;
};

/// Leaves as rows, spines as columns. Planes without common spines (rails of a fat tree) are stacked to avoid empty
/// quadrants. The planes of higher tiers follow.
[[nodiscard]] FabricMatrix leafSpineMatrix(const Topology& topology, const FabricMap& map);

/// Nodes or GPUs as rows in hall order, their ports as columns by name: rails for nodes cabled by rail, NVLinks for
/// GPUs.
[[nodiscard]] FabricMatrix portMatrix(const Topology& topology, EntityKind owners);

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
