// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/fabric/flowroster.h"

#include <algorithm>

namespace lockstep {

void addNicsOfGpu(const Topology& topology, EntityRef gpu, std::vector<std::uint32_t>& nics)
{
    const EntityRef node = topology.ancestor(gpu, EntityKind::Node);
    if (!node.isValid())
        return;
    std::size_t gpus = 0;
    std::size_t slot = 0;
    const std::size_t first = nics.size();
    for (const EntityRef child : topology.children(node)) {
        if (child == gpu)
            slot = gpus;
        gpus += child.kind == EntityKind::Gpu ? 1 : 0;
        if (child.kind == EntityKind::Port && topology.peer(child).isValid())
            nics.push_back(child.index);
    }
    if (nics.size() - first == gpus && gpus > 1) {
        nics[first] = nics[first + slot];
        nics.resize(first + 1);
    }
}

void FlowRoster::clear()
{
    m_entityOfLane.clear();
    m_members.clear();
}

const FlowMembers& FlowRoster::membersOf(const CommunicatorBandwidth& communicator, const Topology& topology)
{
    if (topology.version() != m_topologyVersion) {
        m_topologyVersion = topology.version();
        m_members.clear();
    }
    FlowMembers& members = m_members[communicator.communicator];
    if (!members.gpus || members.gpus->size() != communicator.lanes.size())
        members = lookUp(communicator, topology);
    return members;
}

FlowMembers FlowRoster::lookUp(const CommunicatorBandwidth& communicator, const Topology& topology) const
{
    auto gpus = std::make_shared<std::vector<EntityRef>>();
    FlowMembers members;
    EntityRef firstNode;
    for (const std::uint32_t lane : communicator.lanes) {
        const EntityRef gpu = lane < m_entityOfLane.size() ? m_entityOfLane[lane] : EntityRef{};
        const bool isGpu = gpu.isValid() && gpu.kind == EntityKind::Gpu && topology.contains(gpu);
        gpus->push_back(isGpu ? gpu : EntityRef{});
        if (!isGpu)
            continue;
        const EntityRef node = topology.ancestor(gpu, EntityKind::Node);
        members.crossesNodes |= firstNode.isValid() && node != firstNode;
        firstNode = node;
        addNicsOfGpu(topology, gpu, members.nics);
    }
    std::ranges::sort(members.nics);
    const auto repeated = std::ranges::unique(members.nics);
    members.nics.erase(repeated.begin(), repeated.end());
    members.gpus = std::move(gpus);
    return members;
}

} // namespace lockstep
