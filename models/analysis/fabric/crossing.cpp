// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/fabric/crossing.h"

#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

void addGpusOfNic(const Topology& topology, EntityRef nic, std::vector<std::uint8_t>& gpus)
{
    const EntityRef node = topology.parent(nic);
    std::vector<std::uint32_t> own;
    std::size_t nics = 0;
    std::size_t slot = 0;
    for (const EntityRef child : topology.children(node)) {
        if (child == nic)
            slot = nics;
        if (child.kind == EntityKind::Gpu)
            own.push_back(child.index);
        nics += child.kind == EntityKind::Port && topology.peer(child).isValid() ? 1 : 0;
    }
    // With one NIC per GPU, each GPU uses its own; otherwise any.
    if (nics == own.size() && slot < own.size())
        own = {own[slot]};
    for (const std::uint32_t gpu : own)
        gpus[gpu] = 1;
}

/// 1 for the switch and all switches below it.
std::vector<std::uint8_t> switchesUnder(const FabricMap& map, std::uint32_t device)
{
    std::vector<std::uint8_t> under(map.switchCount(), 0);
    under[device] = 1;
    // Each round reaches one tier further down, to the leaves.
    for (std::uint32_t tier = map.tier(device); tier > 1; --tier) {
        for (const Uplink& uplink : map.uplinks())
            under[uplink.lower] |= under[uplink.upper];
    }
    return under;
}

} // namespace

std::vector<std::uint8_t> gpusBehind(const Topology& topology, const FabricMap& map, std::uint32_t port)
{
    std::vector<std::uint8_t> gpus(topology.count(EntityKind::Gpu), 0);
    const EntityRef ref{EntityKind::Port, port};
    if (!topology.contains(ref) || port >= map.portCount())
        return gpus;
    const EntityRef owner = topology.parent(ref);
    if (owner.isValid() && owner.kind == EntityKind::Node) {
        addGpusOfNic(topology, ref, gpus);
        return gpus;
    }
    if (owner.isValid() && owner.kind == EntityKind::Gpu) {
        gpus[owner.index] = 1;
        return gpus;
    }
    std::uint32_t lower = map.switchOfPort(port);
    const std::uint32_t ahead = map.switchAhead(port);
    if (ahead != FabricMap::none && lower != FabricMap::none && map.tier(ahead) < map.tier(lower))
        lower = ahead; // a port that leads down: the side beyond it is below
    if (lower == FabricMap::none)
        return gpus;
    const std::vector<std::uint8_t> under = switchesUnder(map, lower);
    for (const FabricNic& nic : map.nics()) {
        if (under[nic.leaf] != 0)
            addGpusOfNic(topology, {EntityKind::Port, nic.port}, gpus);
    }
    return gpus;
}

std::vector<std::size_t> crossingFlows(const std::vector<CommunicatorFlow>& flows,
                                       const std::vector<std::uint8_t>& behind)
{
    const auto isBehind = [&behind](EntityRef gpu) {
        return gpu.isValid() && gpu.index < behind.size() && behind[gpu.index] != 0;
    };
    std::vector<std::size_t> found;
    for (std::size_t at = 0; at < flows.size(); ++at) {
        const std::vector<EntityRef>& gpus = *flows[at].gpus;
        if (flows[at].crossesNodes && std::ranges::any_of(gpus, isBehind) && !std::ranges::all_of(gpus, isBehind))
            found.push_back(at);
    }
    const auto share = [&flows](std::size_t at) {
        const float reached = flows[at].busBandwidth / flows[at].lineRate;
        return std::isnan(reached) ? 1e9F : reached;
    };
    std::ranges::stable_sort(found, {}, share);
    return found;
}

} // namespace lockstep
