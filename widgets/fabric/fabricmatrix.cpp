// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/fabric/fabricmatrix.h"

#include "models/view/cellbins.h"
#include "widgets/common/text.h"

#include <QCoreApplication>

#include <algorithm>
#include <cctype>
#include <cstring>
#include <map>
#include <numeric>
#include <string>

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

/// Switches of two adjacent tiers connected by uplinks.
struct Plane
{
    std::vector<std::uint32_t> lowers;
    std::vector<std::uint32_t> uppers; ///< in column order; one entry per parallel link
};

bool isWord(char letter)
{
    return std::isalnum(static_cast<unsigned char>(letter)) != 0;
}

/// "r0" of "r0-leaf00" and "r0-leaf01": the common prefix without the word that differs.
std::string commonBeginning(const std::vector<std::string>& names)
{
    std::string common = names.empty() ? std::string() : names.front();
    for (const std::string& name : names) {
        const auto end = std::ranges::mismatch(common, name).in1;
        common.erase(end, common.end());
    }
    if (names.size() > 1 || common.find_first_of("-_/. ") != std::string::npos) {
        while (!common.empty() && isWord(common.back()))
            common.pop_back();
    }
    while (!common.empty() && !isWord(common.back()))
        common.pop_back();
    return common;
}

/// "spine05" of "r0-spine05" and "r1-spine05": the common suffix.
std::string commonEnd(std::vector<std::string> names)
{
    if (names.size() == 1)
        return names.front();
    for (std::string& name : names)
        std::ranges::reverse(name);
    std::string common = names.empty() ? std::string() : names.front();
    for (const std::string& name : names)
        common.erase(std::ranges::mismatch(common, name).in1, common.end());
    std::ranges::reverse(common);
    const auto word = std::ranges::find_if(common, isWord);
    return {word, common.end()};
}

class PlaneFinder
{
public:
    explicit PlaneFinder(const FabricMap& map) : m_parent(map.switchCount())
    {
        std::iota(m_parent.begin(), m_parent.end(), 0U);
        for (const Uplink& uplink : map.uplinks())
            m_parent[rootOf(uplink.lower)] = rootOf(uplink.upper);
    }
    [[nodiscard]] std::uint32_t rootOf(std::uint32_t device)
    {
        while (m_parent[device] != device)
            device = m_parent[device] = m_parent[m_parent[device]];
        return device;
    }

private:
    std::vector<std::uint32_t> m_parent;
};

/// Planes by tier, then by the name of their first leaf. Uplinks are sorted by name, so the result is sorted too.
std::vector<Plane> findPlanes(const FabricMap& map)
{
    PlaneFinder finder(map);
    std::vector<Plane> planes;
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> known; // tier and root
    for (const EqualCostSet& set : map.equalCostSets()) {
        const auto key = std::pair(map.tier(set.lower), finder.rootOf(set.lower));
        const auto [at, isNew] = known.emplace(key, planes.size());
        if (isNew)
            planes.emplace_back();
        planes[at->second].lowers.push_back(set.lower);
    }
    std::ranges::stable_sort(planes, {}, [&](const Plane& plane) { return map.tier(plane.lowers.front()); });
    return planes;
}

} // namespace

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

FabricMatrix leafSpineMatrix(const Topology& topology, const FabricMap& map)
{
    const auto name = [&topology](std::uint32_t device) {
        return topology.name({EntityKind::Switch, device});
    };
    std::vector<std::span<const Uplink>> uplinksOf(map.switchCount());
    for (const EqualCostSet& set : map.equalCostSets())
        uplinksOf[set.lower] = std::span(map.uplinks()).subspan(set.from, set.to - set.from);

    std::vector<Plane> planes = findPlanes(map);
    std::size_t width = 0;
    for (Plane& plane : planes) {
        std::map<std::pair<std::string, std::uint32_t>, std::size_t> max; // links of one leaf to each spine
        for (const std::uint32_t lower : plane.lowers) {
            std::map<std::uint32_t, std::size_t> count;
            for (const Uplink& uplink : uplinksOf[lower]) {
                std::size_t& links = max[{name(uplink.upper), uplink.upper}];
                links = std::max(links, ++count[uplink.upper]);
            }
        }
        for (const auto& [upper, links] : max)
            plane.uppers.insert(plane.uppers.end(), links, upper.second);
        width = std::max(width, plane.uppers.size());
    }

    std::vector<MatrixLine> rows;
    std::vector<MatrixGroup> groups;
    std::vector<std::uint32_t> ports;
    for (const Plane& plane : planes) {
        std::vector<std::string> names;
        const std::size_t from = rows.size();
        for (const std::uint32_t lower : plane.lowers) {
            names.push_back(name(lower));
            rows.push_back({toQString(names.back()), {EntityKind::Switch, lower}});
            ports.resize(rows.size() * width * FabricMatrix::portsPerPlace, CellBins::vacant);
            std::size_t column = 0;
            for (const Uplink& uplink : uplinksOf[lower]) { // both are in the order of the spines' names
                while (column < plane.uppers.size() && plane.uppers[column] != uplink.upper)
                    ++column;
                const std::size_t place = ((rows.size() - 1) * width + column++) * FabricMatrix::portsPerPlace;
                ports[place] = uplink.port;
                ports[place + 1] = uplink.farPort;
            }
        }
        std::string common = commonBeginning(names);
        groups.push_back({common.empty()
                              ? QCoreApplication::translate("lockstep::FabricView", "plane %1").arg(groups.size() + 1)
                              : toQString(common),
                          {},
                          {from, rows.size()}});
    }
    if (groups.size() < 2)
        groups.clear();

    std::vector<MatrixLine> columns(width);
    for (std::size_t column = 0; column < width; ++column) {
        std::vector<std::string> names;
        for (const Plane& plane : planes) {
            if (column < plane.uppers.size())
                names.push_back(name(plane.uppers[column]));
        }
        const std::string common = commonEnd(names);
        columns[column].name = common.empty() ? QString::number(column + 1) : toQString(common);
        if (planes.size() == 1)
            columns[column].entity = {EntityKind::Switch, planes.front().uppers[column]};
    }
    return {std::move(rows), std::move(columns), std::move(groups), std::move(ports)};
}

} // namespace lockstep
