// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/topologyimports/formats/topologypart.h"
#include "datasources/topologyimports/formats/yamlscalars.h"
#include "models/core/budget.h"
#include "models/core/parsenumber.h"

#include <fmt/format.h>

#include <map>
#include <optional>
#include <set>

namespace lockstep {

bool isExadigit(std::string_view text)
{
    return text.find("num_cdus:") != std::string_view::npos && text.find("nodes_per_rack:") != std::string_view::npos;
}

Result<TopologyPart> readExadigit(std::string_view text, const std::string& origin)
{
    const auto scalars = readYamlScalars(text, origin);
    if (!scalars.isOk())
        return scalars.error();
    TopologyPart part;
    part.origin = origin;
    std::map<std::string, std::uint32_t, std::less<>> system;
    std::set<std::uint32_t> missing;
    for (const YamlScalar& each : scalars.value()) {
        constexpr std::string_view section = "system/";
        constexpr std::string_view missingRacks = "system/missing_racks/";
        const auto number = parseNumber<std::uint32_t>(each.value);
        if (each.path.starts_with(missingRacks) && number)
            missing.insert(*number);
        else if (each.path.starts_with(section) && number)
            system.emplace(each.path.substr(section.size()), *number);
    }
    for (const char* key : {"num_cdus", "racks_per_cdu", "nodes_per_rack"}) {
        if (!system.contains(key))
            return Error{fmt::format("{}: expected 'system: {}', a whole number", origin, key)};
    }
    const std::uint64_t cdus = system["num_cdus"];
    const std::uint64_t racksPerCdu = system["racks_per_cdu"];
    const std::uint64_t nodesPerRack = system["nodes_per_rack"];
    // Each separately first, because the product of three may overflow.
    if (cdus > budget::groupsPerPlan || racksPerCdu > budget::racksPerHall || nodesPerRack > budget::rackUnits
        || cdus * racksPerCdu > budget::racksPerHall || cdus * racksPerCdu * nodesPerRack > budget::nodesPerHall)
        return Error{fmt::format("{}: {} x {} racks of {} nodes; expected at most {} racks and {} nodes", origin, cdus,
                                 racksPerCdu, nodesPerRack, budget::racksPerHall, budget::nodesPerHall)};
    part.plan.name = stemOf(origin);
    const std::uint32_t gpus = std::min<std::uint32_t>(system["gpus_per_node"], budget::gpusPerNode);
    std::uint32_t rackNumber = 0;
    std::uint32_t nodeNumber = 0;
    for (std::uint64_t cdu = 0; cdu < cdus; ++cdu) {
        PlannedLoop loop{fmt::format("cdu-{:03}", cdu + 1), {}, 0, 0, {}};
        for (std::uint64_t at = 0; at < racksPerCdu; ++at, ++rackNumber) {
            if (missing.contains(rackNumber))
                continue;
            PlannedRack rack{fmt::format("rack-{:04}", rackNumber), {}};
            rack.place.heightUnits = static_cast<std::uint32_t>(std::max<std::uint64_t>(nodesPerRack, 1));
            loop.racks.push_back(rack.name);
            for (std::uint32_t unit = 1; unit <= nodesPerRack; ++unit)
                part.plan.nodes.push_back(
                    {fmt::format("node-{:05}", ++nodeNumber), rack.name, {unit, 1}, {}, {}, gpus});
            part.plan.racks.push_back(std::move(rack));
        }
        if (!loop.racks.empty())
            part.plan.loops.push_back(std::move(loop));
    }
    part.notes.add(0, "the layout has no names, so names of racks, nodes and loops are generated");
    if (system.contains("nics_per_node"))
        part.notes.add(0, "NICs and switches are not used: the layout has no cabling");
    return part;
}

} // namespace lockstep
