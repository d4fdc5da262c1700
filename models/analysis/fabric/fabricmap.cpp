// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/fabric/fabricmap.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <tuple>

namespace lockstep {

FabricMap::FabricMap(const Topology& topology)
{
    readPorts(topology);
    findTiers();
    gatherUplinks(topology);
}

void FabricMap::readPorts(const Topology& topology)
{
    const auto ports = static_cast<std::uint32_t>(topology.count(EntityKind::Port));
    m_ownerOfPort.assign(ports, none);
    m_ahead.assign(ports, none);
    m_peerPort.assign(ports, none);
    m_portsOfSwitch.resize(topology.count(EntityKind::Switch));
    m_tiers.assign(m_portsOfSwitch.size(), 0);
    for (std::uint32_t port = 0; port < ports; ++port) {
        const EntityRef owner = topology.parent({EntityKind::Port, port});
        const EntityRef peer = topology.peer({EntityKind::Port, port});
        const bool isFarPort = peer.isValid() && peer.kind == EntityKind::Port;
        const EntityRef far = isFarPort ? topology.parent(peer) : peer;
        if (isFarPort)
            m_peerPort[port] = peer.index;
        if (far.isValid() && far.kind == EntityKind::Switch)
            m_ahead[port] = far.index;
        if (owner.isValid() && owner.kind == EntityKind::Switch) {
            m_ownerOfPort[port] = owner.index;
            m_portsOfSwitch[owner.index].push_back(port);
            if (far.isValid() && far.kind == EntityKind::Node)
                m_tiers[owner.index] = 1; // also if the node's own port is unknown
        } else if (owner.isValid() && owner.kind == EntityKind::Node && m_ahead[port] != none) {
            m_nics.push_back({port, owner.index, m_ahead[port]});
            m_tiers[m_ahead[port]] = 1;
        }
    }
    std::ranges::sort(m_nics, {}, [](const FabricNic& nic) { return std::tuple(nic.node, nic.port); });
}

void FabricMap::findTiers()
{
    // Breadth first: unassigned switches that are reached from a tier are one tier higher.
    for (std::uint32_t tier = 1, isAny = 1; isAny != 0; ++tier) {
        isAny = 0;
        for (std::uint32_t device = 0; device < m_tiers.size(); ++device) {
            if (m_tiers[device] != tier)
                continue;
            for (const std::uint32_t port : m_portsOfSwitch[device]) {
                const std::uint32_t ahead = m_ahead[port];
                if (ahead == none || m_tiers[ahead] != 0)
                    continue;
                m_tiers[ahead] = tier + 1;
                isAny = 1;
            }
        }
    }
}

void FabricMap::gatherUplinks(const Topology& topology)
{
    for (std::uint32_t device = 0; device < m_tiers.size(); ++device) {
        for (const std::uint32_t port : m_portsOfSwitch[device]) {
            const std::uint32_t ahead = m_ahead[port];
            if (ahead != none && m_tiers[device] != 0 && m_tiers[ahead] > m_tiers[device])
                m_uplinks.push_back({port, m_peerPort[port], device, ahead});
        }
    }
    const auto name = [&topology](std::uint32_t device) -> std::string_view {
        return topology.name({EntityKind::Switch, device});
    };
    std::ranges::sort(m_uplinks, [&](const Uplink& a, const Uplink& b) {
        return std::tuple(name(a.lower), a.lower, name(a.upper), a.port)
            < std::tuple(name(b.lower), b.lower, name(b.upper), b.port);
    });
    for (std::uint32_t at = 0; at < m_uplinks.size(); ++at) {
        if (m_sets.empty() || m_sets.back().lower != m_uplinks[at].lower)
            m_sets.push_back({m_uplinks[at].lower, at, at});
        m_sets.back().to = at + 1;
    }
}

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
        lower = ahead; // the port leads down: the switch beyond it is lower
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
