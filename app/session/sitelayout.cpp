// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/sitelayout.h"

#include "datasources/clusterfile/clusterfile.h"
#include "datasources/clusterfile/plan/planassembly.h"
#include "datasources/clusterfile/racklayout.h"
#include "datasources/text/outputfile.h"
#include "datasources/text/textfile.h"
#include "models/core/budget.h"
#include "models/core/topology/reporters.h"
#include "models/core/topology/topologybuilder.h"
#include "models/store/clusterstore.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

namespace lockstep {

namespace {

PlannedNode plannedNode(const Topology& topology, EntityRef node)
{
    PlannedNode planned;
    planned.name = topology.name(node);
    planned.place = topology.nodePlace(node);
    const EntityRef rack = topology.ancestor(node, EntityKind::Rack);
    planned.rack = rack.isValid() ? topology.name(rack) : std::string();
    planned.gpus
        = static_cast<std::uint32_t>(std::ranges::count(topology.children(node), EntityKind::Gpu, &EntityRef::kind));
    return planned;
}

/// Leaves out what a cluster file does not allow, because data from agents can be arbitrary. A node may end up without
/// a rack.
SitePlan planOf(const Topology& topology)
{
    PlanAssembly plan;
    plan.setName(topology.clusterName().empty() ? "cluster" : topology.clusterName());
    std::map<std::string, std::uint32_t> lastInRow;
    for (std::uint32_t index = 0; index < topology.count(EntityKind::Rack); ++index) {
        const EntityRef rack{EntityKind::Rack, index};
        if (!isMachineRack(topology, rack))
            continue;
        PlannedRack planned = currentRackPositions(topology, std::span(&rack, 1)).front();
        planned.place.positionInRow = ++lastInRow[planned.place.row];
        static_cast<void>(plan.add(std::move(planned)));
    }
    for (std::uint32_t index = 0; index < topology.count(EntityKind::Node); ++index) {
        const EntityRef node{EntityKind::Node, index};
        if (isReporter(topology, node))
            continue;
        PlannedNode planned = plannedNode(topology, node);
        if (plan.add(planned).isOk())
            continue;
        planned.rack.clear();
        static_cast<void>(plan.add(std::move(planned)));
    }
    return plan.take();
}

std::vector<AgentEndpoint> endpointsOf(const ClusterStore& store, std::span<const AgentEndpoint> agents)
{
    const Topology& topology = *store.topology();
    std::map<std::string, std::vector<std::string>> nodesAt;
    for (std::uint32_t index = 0; index < topology.count(EntityKind::Node); ++index) {
        const SourceId source = store.node({EntityKind::Node, index}).source;
        if (source.value < store.sources().size() && store.sources()[source.value].relay.empty())
            nodesAt[store.sources()[source.value].peer].push_back(topology.name({EntityKind::Node, index}));
    }
    std::vector<AgentEndpoint> endpoints;
    for (const AgentEndpoint& agent : agents) {
        const auto found = nodesAt.find(agent.address);
        if (found == nodesAt.end() || found->second.size() != 1)
            continue;
        endpoints.push_back(agent);
        endpoints.back().node = found->second.front();
    }
    return endpoints;
}

Status write(const QString& path, std::string_view text)
{
    const Status written = writeOutput(path.toStdString(), text);
    return written.isOk() ? success() : Status(Error{"Cannot write " + written.error().message});
}

} // namespace

std::vector<PlannedRack> currentRackPositions(const Topology& topology, std::span<const EntityRef> racks)
{
    std::vector<PlannedRack> planned;
    for (const EntityRef rack : racks) {
        planned.push_back({topology.name(rack), topology.rackPlace(rack)});
        RackPlace& place = planned.back().place;
        place.heightUnits = std::clamp<std::uint32_t>(place.heightUnits, 1, budget::rackUnits);
        place.isPlaced = true;
    }
    return planned;
}

TopologyPtr machinesOf(const Topology& topology)
{
    TopologyBuilder builder;
    builder.addPlan(std::make_shared<const SitePlan>(planOf(topology)));
    return builder.build();
}

std::string clusterTextOf(const ClusterStore& store, std::span<const AgentEndpoint> agents)
{
    ClusterFile file;
    file.plan = std::make_shared<const SitePlan>(planOf(*store.topology()));
    file.endpoints = endpointsOf(store, agents);
    return writeClusterFile(file);
}

Status saveLayout(const QString& path, std::span<const PlannedRack> racks)
{
    const Result<std::string> text = readTextFile(path.toStdString(), budget::planFileBytes);
    return text.isOk() ? saveLayoutAs(path, text.value(), racks) : Status(text.error());
}

Status saveLayoutAs(const QString& path, std::string_view text, std::span<const PlannedRack> racks)
{
    const Result<std::string> edited = withRackPlaces(text, path.toStdString(), racks);
    return edited.isOk() ? write(path, edited.value()) : Status(edited.error());
}

} // namespace lockstep
