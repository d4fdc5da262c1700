// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/fabric/fabricmatrix.h"

#include "models/view/cellbins.h"

namespace lockstep {

FabricMatrix::FabricMatrix(std::vector<MatrixLine> rows, std::vector<MatrixLine> columns,
                           std::vector<MatrixGroup> groups, std::vector<std::uint32_t> ports)
    : m_axes(std::move(rows), std::move(columns), std::move(groups)), m_ports(std::move(ports))
{
    m_ports.resize(this->rows().size() * this->columns().size() * portsPerPlace, CellBins::vacant);
    m_placeOfPort.reserve(m_ports.size());
    for (std::size_t at = 0; at < m_ports.size(); ++at) {
        if (m_ports[at] == CellBins::vacant)
            continue;
        m_links += at % portsPerPlace == 0 ? 1 : 0;
        m_placeOfPort.emplace(m_ports[at], at / portsPerPlace);
    }
}

std::optional<MatrixPlace> FabricMatrix::placeOf(std::uint32_t port) const
{
    const auto found = m_placeOfPort.find(port);
    if (found == m_placeOfPort.end())
        return std::nullopt;
    return MatrixPlace{found->second / columns().size(), found->second % columns().size()};
}

FabricMatrix FabricMatrix::reordered(std::span<const std::uint32_t> order, std::vector<MatrixGroup> groups) const
{
    std::vector<MatrixLine> rows;
    std::vector<std::uint32_t> ports;
    ports.reserve(m_ports.size());
    const std::size_t width = columns().size() * portsPerPlace;
    for (const std::uint32_t row : order) {
        rows.push_back(m_axes.rows()[row]);
        const auto from = m_ports.begin() + static_cast<std::ptrdiff_t>(row * width);
        ports.insert(ports.end(), from, from + static_cast<std::ptrdiff_t>(width));
    }
    return {std::move(rows), columns(), std::move(groups), std::move(ports)};
}

} // namespace lockstep
