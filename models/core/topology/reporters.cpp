// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/topology/reporters.h"

#include <algorithm>

namespace lockstep {

bool isReporter(const Topology& topology, EntityRef node)
{
    if (node.kind != EntityKind::Node || !topology.contains(node) || !topology.children(node).empty())
        return false;
    const NodeIdentity* identity = topology.identity(node);
    return identity != nullptr && identity->cpuCount == 0 && !identity->inventory.empty();
}

NodeTally tallyNodes(const Topology& topology)
{
    NodeTally tally;
    for (std::uint32_t index = 0; index < topology.count(EntityKind::Node); ++index)
        ++(isReporter(topology, {EntityKind::Node, index}) ? tally.reporters : tally.nodes);
    return tally;
}

bool isUnplaced(const Topology& topology, EntityRef rack)
{
    if (rack.kind != EntityKind::Rack || !topology.contains(rack) || topology.rackPlace(rack).isPlaced)
        return false;
    const std::string_view name = topology.name(rack);
    return name.starts_with(unplacedRack) && (name.size() == unplacedRack.size() || name[unplacedRack.size()] == ' ');
}

EntityRef knownRackOf(const Topology& topology, EntityRef entity)
{
    const EntityRef rack = topology.ancestor(entity, EntityKind::Rack);
    return isUnplaced(topology, rack) ? EntityRef{EntityKind::Rack} : rack;
}

bool isMachineRack(const Topology& topology, EntityRef rack)
{
    const auto within = topology.children(rack);
    return within.empty() || std::ranges::any_of(within, [&](EntityRef each) { return !isReporter(topology, each); });
}

} // namespace lockstep
