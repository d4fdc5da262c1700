// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/view/cellbins.h"
#include "widgets/common/text.h"
#include "widgets/fabric/fabricmatrix.h"

#include <algorithm>
#include <cstring>
#include <map>

namespace lockstep {

namespace {

/// Columns of the owners' ports by name in natural order: "mlx5_2" before "mlx5_10".
std::map<std::string, std::size_t> columnsByName(const Topology& topology, EntityKind owners,
                                                 std::vector<MatrixLine>& columns)
{
    std::map<std::string, std::size_t> known;
    for (std::uint32_t port = 0; port < topology.count(EntityKind::Port); ++port) {
        const EntityRef ref{EntityKind::Port, port};
        const EntityRef owner = topology.parent(ref);
        if (owner.isValid() && owner.kind == owners)
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

FabricMatrix portMatrix(const Topology& topology, EntityKind owners)
{
    std::vector<MatrixLine> columns;
    const auto columnOf = columnsByName(topology, owners, columns);
    std::vector<MatrixLine> rows;
    std::vector<MatrixGroup> groups;
    std::vector<std::uint32_t> ports;
    const GridRows grid(topology, owners);
    for (const RowGroup& group : grid.groups()) {
        const std::size_t from = rows.size();
        for (std::size_t at = group.rows.from; at < group.rows.to; ++at) {
            const EntityRef owner = grid.entity(at);
            const std::size_t first = rows.size() * columns.size() * FabricMatrix::portsPerPlace;
            bool hasPorts = false;
            for (const EntityRef child : topology.children(owner)) {
                if (child.kind != EntityKind::Port)
                    continue;
                hasPorts = true;
                ports.resize(first + columns.size() * FabricMatrix::portsPerPlace, CellBins::vacant);
                const std::size_t place = first + columnOf.at(topology.name(child)) * FabricMatrix::portsPerPlace;
                const EntityRef peer = topology.peer(child);
                ports[place] = child.index;
                if (peer.isValid() && peer.kind == EntityKind::Port)
                    ports[place + 1] = peer.index;
            }
            if (hasPorts)
                rows.push_back({toQString(topology.name(owner)), owner});
        }
        if (rows.size() > from)
            groups.push_back({group.owner.isValid() ? toQString(topology.name(group.owner)) : QString(),
                              group.owner,
                              {from, rows.size()}});
    }
    if (groups.size() < 2)
        groups.clear();
    return {std::move(rows), std::move(columns), std::move(groups), std::move(ports)};
}

} // namespace lockstep
