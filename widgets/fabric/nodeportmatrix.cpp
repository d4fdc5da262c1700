// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/view/cellbins.h"
#include "widgets/common/text.h"
#include "widgets/fabric/fabricmatrix.h"

#include <algorithm>
#include <cstring>
#include <map>

namespace lockstep {

namespace {

/// Columns of nodes' ports by name, as people count: "mlx5_2" before "mlx5_10".
std::map<std::string, std::size_t> columnsByName(const Topology& topology, std::vector<MatrixLine>& columns)
{
    std::map<std::string, std::size_t> known;
    for (std::uint32_t port = 0; port < topology.count(EntityKind::Port); ++port) {
        const EntityRef ref{EntityKind::Port, port};
        const EntityRef owner = topology.parent(ref);
        if (owner.isValid() && owner.kind == EntityKind::Node)
            known.emplace(topology.name(ref), 0);
    }
    std::vector<std::string> names;
    for (const auto& [name, column] : known)
        names.push_back(name);
    std::ranges::sort(names,
                      [](const std::string& a, const std::string& b) { return strverscmp(a.c_str(), b.c_str()) < 0; });
    for (const std::string& name : names) {
        known[name] = columns.size();
        columns.push_back({toQString(name), {}});
    }
    return known;
}

} // namespace

FabricMatrix nodePortMatrix(const Topology& topology)
{
    std::vector<MatrixLine> columns;
    const auto columnOf = columnsByName(topology, columns);
    std::vector<MatrixLine> rows;
    std::vector<MatrixGroup> groups;
    std::vector<std::uint32_t> ports;
    const GridRows nodes(topology, EntityKind::Node);
    for (const RowGroup& rack : nodes.groups()) {
        const std::size_t from = rows.size();
        for (std::size_t at = rack.rows.from; at < rack.rows.to; ++at) {
            const EntityRef node = nodes.entity(at);
            const std::size_t first = rows.size() * columns.size() * FabricMatrix::portsPerPlace;
            bool hasPorts = false;
            for (const EntityRef child : topology.children(node)) {
                if (child.kind != EntityKind::Port)
                    continue;
                hasPorts = true;
                ports.resize(first + columns.size() * FabricMatrix::portsPerPlace, CellBins::nobody);
                const std::size_t place = first + columnOf.at(topology.name(child)) * FabricMatrix::portsPerPlace;
                const EntityRef peer = topology.peer(child);
                ports[place] = child.index;
                if (peer.isValid() && peer.kind == EntityKind::Port)
                    ports[place + 1] = peer.index;
            }
            if (hasPorts)
                rows.push_back({toQString(topology.name(node)), node});
        }
        if (rows.size() > from)
            groups.push_back({rack.owner.isValid() ? toQString(topology.name(rack.owner)) : QString(),
                              rack.owner,
                              {from, rows.size()}});
    }
    if (groups.size() < 2)
        groups.clear();
    return {std::move(rows), std::move(columns), std::move(groups), std::move(ports)};
}

} // namespace lockstep
