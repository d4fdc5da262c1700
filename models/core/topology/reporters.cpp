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

bool isMachineRack(const Topology& topology, EntityRef rack)
{
    const auto within = topology.children(rack);
    return within.empty() || std::ranges::any_of(within, [&](EntityRef each) { return !isReporter(topology, each); });
}

} // namespace lockstep
