// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/fabric/fabricmap.h"

#include <algorithm>
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
    // Breadth first: switches that a tier leads to and that have no tier yet are one tier higher.
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

} // namespace lockstep
