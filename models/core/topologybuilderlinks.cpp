// SPDX-License-Identifier: GPL-3.0-or-later
// The half of TopologyBuilder that joins what different nodes tell of in any order: the two ends of links, loops and
// the racks that they cool.
#include "models/core/topologybuilder.h"

#include <algorithm>

namespace lockstep {

EntityRef TopologyBuilder::ownerOf(const PeerDescriptor& peer) const
{
    const EntityRef device = lookUp(EntityKind::Switch, {}, peer.owner);
    return device.isValid() ? device : lookUp(EntityKind::Node, {}, peer.owner);
}

void TopologyBuilder::setPeer(EntityRef port, EntityRef peer)
{
    if (m_next.m_peers.size() <= port.index)
        m_next.m_peers.resize(m_next.m_tables[static_cast<std::size_t>(EntityKind::Port)].size());
    m_hasChanged |= m_next.m_peers[port.index] != peer;
    m_next.m_peers[port.index] = peer;
}

void TopologyBuilder::connect(EntityRef port, const PeerDescriptor& peer)
{
    if (m_next.peer(port).kind == EntityKind::Port && m_next.peer(port).isValid())
        return; // both ends are known
    const EntityRef owner = ownerOf(peer);
    if (owner.isValid()) {
        const EntityRef far = peer.port.empty() ? EntityRef{} : lookUp(EntityKind::Port, owner, peer.port);
        setPeer(port, far.isValid() ? far : owner);
        if (far.isValid())
            setPeer(far, port);
        if (far.isValid() || peer.port.empty())
            return;
    }
    const auto [first, last] = m_waiting.equal_range(peer.owner);
    if (std::none_of(first, last, [port](const auto& waiting) { return waiting.second.port == port; }))
        m_waiting.emplace(peer.owner, WaitingPort{port, peer.port});
}

void TopologyBuilder::joinWaiting(EntityRef added)
{
    if (m_waiting.empty())
        return;
    const bool isPort = added.kind == EntityKind::Port;
    if (!isPort && added.kind != EntityKind::Switch && added.kind != EntityKind::Node)
        return;
    const EntityRef owner = isPort ? m_next.parent(added) : added;
    if (!m_next.contains(owner))
        return;
    const std::string& name = m_next.name(added);
    const auto [first, last] = m_waiting.equal_range(m_next.name(owner));
    for (auto at = first; at != last;) {
        const WaitingPort waiting = at->second;
        const bool isWanted = isPort ? waiting.wanted == name : true;
        if (isWanted) {
            setPeer(waiting.port, added);
            if (isPort)
                setPeer(added, waiting.port);
        }
        at = isWanted && (isPort || waiting.wanted.empty()) ? m_waiting.erase(at) : std::next(at);
    }
}

void TopologyBuilder::serve(EntityRef loop, const std::vector<std::string>& racks)
{
    if (m_servedNames[loop.index] == racks)
        return;
    m_servedNames[loop.index] = racks;
    m_hasChanged = true;
}

/// Names of racks that nobody has placed yet are kept until somebody does.
void TopologyBuilder::resolveServed()
{
    m_next.m_served.resize(m_next.count(EntityKind::Loop));
    for (const auto& [loop, names] : m_servedNames) {
        std::vector<EntityRef>& racks = m_next.m_served[loop];
        if (racks.size() == names.size())
            continue;
        racks.clear();
        for (const std::string& name : names) {
            if (const EntityRef rack = lookUp(EntityKind::Rack, {}, name); rack.isValid())
                racks.push_back(rack);
        }
    }
}

} // namespace lockstep
