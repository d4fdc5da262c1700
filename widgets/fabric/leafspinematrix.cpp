// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/view/cellbins.h"
#include "widgets/common/text.h"
#include "widgets/fabric/fabricmatrix.h"

#include <QCoreApplication>

#include <algorithm>
#include <cctype>
#include <map>
#include <numeric>
#include <string>

namespace lockstep {

namespace {

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

/// Planes by tier, then by their first leaf's name. Uplinks are sorted by name, so the result is, too.
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
