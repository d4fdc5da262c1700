// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/fabric/fabricmap.h"
#include "widgets/fabric/matrixframe.h"

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

} // namespace lockstep
