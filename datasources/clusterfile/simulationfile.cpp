// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/clusterfile/simulationfile.h"

#include "datasources/clusterfile/clusterfile.h"
#include "datasources/clusterfile/simulationtables.h"
#include "datasources/text/textfile.h"
#include "datasources/text/tomltable.h"
#include "models/core/budget.h"

#include <fmt/format.h>

#include <algorithm>

namespace lockstep {

namespace {

/// Racks and nodes of the topology, in its order.
sim::ClusterSpec placesOf(const Topology& topology)
{
    sim::ClusterSpec spec;
    spec.name = topology.clusterName();
    for (std::uint32_t rack = 0; rack < topology.count(EntityKind::Rack); ++rack) {
        const EntityRef ref{EntityKind::Rack, rack};
        const RackPlace& place = topology.rackPlace(ref);
        spec.racks.push_back({topology.name(ref), place.row, place.positionInRow, {}});
    }
    for (std::uint32_t node = 0; node < topology.count(EntityKind::Node); ++node) {
        const EntityRef ref{EntityKind::Node, node};
        const NodePlace& place = topology.nodePlace(ref);
        spec.nodes.push_back({topology.name(ref), topology.parent(ref).index, place.bottomUnit, place.heightUnits});
    }
    return spec;
}

} // namespace

Result<sim::ClusterSpec> parseSimulation(std::string_view text, const std::string& origin)
{
    const Result<ClusterFile> places = parseClusterFile(text, origin);
    if (!places.isOk())
        return places.error();
    sim::ClusterSpec spec = placesOf(*places.value().topology);
    if (spec.nodes.empty())
        return Error{fmt::format("{}: expected [[node]] tables: there is nothing to simulate", origin)};
    const Result<toml::table> root = parseToml(text, origin);
    if (!root.isOk())
        return root.error();
    if (const toml::table* const simulation = root.value()["simulation"].as_table()) {
        if (const Status status = readSimulationTable(*simulation, origin, spec); !status.isOk())
            return status.error();
    }
    return spec;
}

Result<sim::ClusterSpec> readSimulationFile(const std::string& path)
{
    const Result<std::string> text = readTextFile(path, budget::planFileBytes);
    return text.isOk() ? parseSimulation(text.value(), path) : Result<sim::ClusterSpec>(text.error());
}

} // namespace lockstep
