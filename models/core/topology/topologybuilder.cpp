// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/topology/topologybuilder.h"

#include "models/core/budget.h"
#include "models/core/topology/reporters.h"
#include "models/core/topology/siteplan.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <unordered_set>

namespace lockstep {

namespace {

// Node names are unique in the cluster, so that a node keeps its index wherever it is placed.
std::string keyOf(EntityKind kind, EntityRef parent, const std::string& name)
{
    if (kind == EntityKind::Node)
        parent = EntityRef{};
    return fmt::format("{}/{}/{}/{}", static_cast<int>(kind), static_cast<int>(parent.kind), parent.index, name);
}

/// Unplaced nodes in one rack of usual height, and racks of them in a row.
constexpr std::uint32_t nodesInHeap = 40;
constexpr std::uint32_t heapsInRow = 32;
constexpr float rackPitchMetres = 0.8F; // 600 mm racks with their side gaps
constexpr float rowPitchMetres = 2.4F; // rack depth 1.2 m and an aisle of the same width

std::string heapName(std::uint32_t heap)
{
    return heap == 0 ? std::string(unplacedRack) : fmt::format("{} {}", unplacedRack, heap + 1);
}

std::string heapRow(std::uint32_t heap)
{
    return heap < heapsInRow ? std::string() : fmt::format("unplaced {}", heap / heapsInRow + 1);
}

float metresInHall(float metres)
{
    return std::isnan(metres) ? 0 : std::clamp(metres, -budget::hallMetres, budget::hallMetres);
}

/// Limits a position to the hall. Readers of files reject implausible positions with an error; this function is the
/// common check for all inputs, so that loops over positions and rack units are bounded.
RackPlace placeInHall(RackPlace place)
{
    place.x = metresInHall(place.x);
    place.z = metresInHall(place.z);
    place.positionInRow = std::min(place.positionInRow, budget::racksPerRow);
    place.heightUnits = std::min(place.heightUnits, budget::heapUnits);
    const auto size = [](float metres, float standard) {
        return metres > 0 && metres <= budget::rackMetres ? metres : standard;
    };
    place.width = size(place.width, RackPlace::standardWidth);
    place.depth = size(place.depth, RackPlace::standardDepth);
    return place;
}

NodePlace placeInRack(NodePlace place)
{
    return {std::min(place.bottomUnit, budget::heapUnits), std::min(place.heightUnits, budget::rackUnits)};
}

bool isPartOfNode(const Topology& topology, EntityRef entity)
{
    const EntityRef whole = topology.parent(entity);
    return (entity.kind == EntityKind::Gpu || entity.kind == EntityKind::Switch) && topology.contains(whole)
        && whole.kind == EntityKind::Node;
}

} // namespace

PeerDescriptor describeEnd(const Topology& topology, EntityRef end)
{
    const bool isPort = end.kind == EntityKind::Port && topology.contains(topology.parent(end));
    const EntityRef owner = isPort ? topology.parent(end) : end;
    const std::string port = isPort ? topology.name(end) : std::string();
    if (isPartOfNode(topology, owner))
        return {topology.name(topology.parent(owner)), topology.name(owner) + "/" + port};
    return {topology.name(owner), port};
}

TopologyBuilder::TopologyBuilder() = default;

TopologyBuilder::TopologyBuilder(const Topology& last) : m_next(last)
{
    for (std::size_t kind = 0; kind < entityKindCount; ++kind) {
        const auto& table = m_next.m_tables[kind];
        for (std::uint32_t index = 0; index < table.size(); ++index) {
            const EntityRef ref{static_cast<EntityKind>(kind), index};
            m_index.emplace(keyOf(ref.kind, table[index].parent, table[index].name), ref);
        }
    }
}

void TopologyBuilder::setClusterName(std::string name)
{
    m_hasChanged |= m_next.m_clusterName != name;
    m_next.m_clusterName = std::move(name);
}

EntityRef TopologyBuilder::lookUp(EntityKind kind, EntityRef parent, const std::string& name) const
{
    const auto found = m_index.find(keyOf(kind, parent, name));
    return found == m_index.end() ? EntityRef{kind} : found->second;
}

EntityRef TopologyBuilder::append(EntityKind kind, const std::string& name, EntityRef parent)
{
    const auto at = static_cast<std::size_t>(kind);
    const EntityRef ref{kind, static_cast<std::uint32_t>(m_next.m_tables[at].size())};
    m_next.m_tables[at].push_back({name, parent});
    m_next.m_children[at].emplace_back();
    if (m_next.contains(parent))
        m_next.m_children[static_cast<std::size_t>(parent.kind)][parent.index].push_back(ref);
    else if (kind != EntityKind::Cluster) // everything is within it, so it belongs to no tree
        m_next.m_roots.push_back(ref);
    if (kind == EntityKind::Rack)
        m_next.m_rackPlaces.emplace_back();
    if (kind == EntityKind::Node) {
        m_next.m_nodePlaces.emplace_back();
        m_next.m_identities.emplace_back();
    }
    m_index.emplace(keyOf(kind, parent, name), ref);
    m_hasChanged = true;
    joinWaiting(ref);
    if (kind == EntityKind::Node)
        add(EntityKind::Cluster, std::string(Topology::wholeCluster), {});
    return ref;
}

EntityRef TopologyBuilder::add(EntityKind kind, const std::string& name, EntityRef parent)
{
    const EntityRef known = lookUp(kind, parent, name);
    return known.isValid() ? known : append(kind, name, parent);
}

EntityRef TopologyBuilder::addRack(const std::string& name, RackPlace place)
{
    const EntityRef known = lookUp(EntityKind::Rack, {}, name);
    if (known.isValid())
        return known;
    const EntityRef rack = append(EntityKind::Rack, name, {});
    m_next.m_rackPlaces[rack.index] = placeInHall(std::move(place));
    return rack;
}

EntityRef TopologyBuilder::addNode(const std::string& name, EntityRef rack, NodePlace place)
{
    const EntityRef known = lookUp(EntityKind::Node, rack, name);
    if (known.isValid())
        return known;
    const EntityRef node = append(EntityKind::Node, name, rack);
    m_next.m_nodePlaces[node.index] = placeInRack(place);
    return node;
}

EntityRef TopologyBuilder::rackAtEndOf(const std::string& row, const std::string& name)
{
    if (const EntityRef known = lookUp(EntityKind::Rack, {}, name); known.isValid())
        return known;
    RackPlace place;
    place.row = row;
    for (const RackPlace& other : m_next.m_rackPlaces) {
        if (other.row == place.row) {
            place.positionInRow = std::max(place.positionInRow, other.positionInRow + 1);
            place.z = other.z;
        } else if (place.positionInRow == 0) {
            place.z = std::max(place.z, other.z + rowPitchMetres);
        }
    }
    place.x = static_cast<float>(place.positionInRow) * rackPitchMetres;
    return addRack(name, place);
}

void TopologyBuilder::makeRoomFor(EntityRef rack, NodePlace place)
{
    RackPlace& rackPlace = m_next.m_rackPlaces[rack.index];
    rackPlace.heightUnits
        = std::min(std::max(rackPlace.heightUnits, place.bottomUnit + place.heightUnits - 1), budget::heapUnits);
}

EntityRef TopologyBuilder::placeUnknownNode(const NodeIdentity& identity)
{
    if (!identity.position || identity.position->rack.empty())
        return placeOnHeap(identity.name);
    const EntityRef rack = rackAtEndOf(identity.position->row, identity.position->rack);
    const auto atMost = [](std::uint32_t units) {
        return std::clamp(units, 1U, budget::rackUnits);
    };
    const NodePlace place{atMost(identity.position->bottomUnit), atMost(identity.position->heightUnits)};
    makeRoomFor(rack, place);
    return addNode(identity.name, rack, place);
}

/// Finds the next free unit once, because searching for each node is too slow.
void TopologyBuilder::findHeapTop()
{
    if (m_heapTop > 0)
        return;
    while (lookUp(EntityKind::Rack, {}, heapName(m_heap + 1)).isValid())
        ++m_heap;
    m_heapTop = 1;
    const EntityRef rack = lookUp(EntityKind::Rack, {}, heapName(m_heap));
    for (const EntityRef part : rack.isValid() ? m_next.children(rack) : std::span<const EntityRef>()) {
        if (part.kind == EntityKind::Node) {
            const NodePlace& place = m_next.m_nodePlaces[part.index];
            m_heapTop = std::max(m_heapTop, place.bottomUnit + place.heightUnits);
        }
    }
}

EntityRef TopologyBuilder::placeOnHeap(const std::string& node)
{
    findHeapTop();
    if (m_heapTop > nodesInHeap) {
        ++m_heap;
        m_heapTop = 1;
    }
    const EntityRef rack = rackAtEndOf(heapRow(m_heap), heapName(m_heap));
    const NodePlace place{m_heapTop++, 1};
    makeRoomFor(rack, place);
    return addNode(node, rack, place);
}

EntityRef TopologyBuilder::addPlannedNode(const PlannedNode& node)
{
    if (const EntityRef known = lookUp(EntityKind::Node, {}, node.name); known.isValid())
        return known;
    return node.rack.empty() ? placeOnHeap(node.name)
                             : addNode(node.name, lookUp(EntityKind::Rack, {}, node.rack), node.place);
}

EntityRef TopologyBuilder::addEnd(const PeerDescriptor& end)
{
    const EntityRef owner = ownerOf(end);
    if (!owner.isValid() || end.port.empty())
        return owner;
    const auto [holder, port] = holderOf(owner, end.port);
    return port.empty() ? holder : add(EntityKind::Port, port, holder);
}

/// If a port is unknown, the end is its owner.
void TopologyBuilder::addPlannedLinks(const SitePlan& plan)
{
    using Peers = Topology::PlanPeers;
    m_next.m_planPeers.clear();
    std::unordered_set<EntityRef> seen; // owners whose links were examined
    const auto join
        = [this](const PlannedLink& link, std::uint32_t index, EntityRef Peers::*peer, std::uint32_t Peers::*linkOf) {
              const std::array ends{addEnd(link.from), addEnd(link.to)};
              m_next.m_planPeers.resize(m_next.m_tables[static_cast<std::size_t>(EntityKind::Port)].size());
              for (const std::size_t at : {0U, 1U}) {
                  if (ends[at].isValid() && ends[at].kind == EntityKind::Port) {
                      m_next.m_planPeers[ends[at].index].*peer = ends[1 - at];
                      m_next.m_planPeers[ends[at].index].*linkOf = index;
                  }
              }
              return ends;
          };
    for (std::uint32_t at = 0; at < plan.wired.size(); ++at) {
        join(plan.wired[at], at, &Peers::wired, &Peers::wiredLink);
        seen.insert({ownerOf(plan.wired[at].from), ownerOf(plan.wired[at].to)});
    }
    std::unordered_set<EntityRef> whole;
    for (const std::string& owner : plan.examined)
        whole.insert(ownerOf({owner, {}}));
    for (std::uint32_t at = 0; at < plan.links.size(); ++at) {
        const EntityRef owners[] = {ownerOf(plan.links[at].from), ownerOf(plan.links[at].to)};
        const bool isExamined = (seen.contains(owners[0]) && seen.contains(owners[1])) || whole.contains(owners[0])
            || whole.contains(owners[1]);
        for (const EntityRef end : join(plan.links[at], at, &Peers::planned, &Peers::plannedLink)) {
            if (end.isValid() && end.kind == EntityKind::Port)
                m_next.m_planPeers[end.index].isMissing = isExamined;
        }
    }
}

void TopologyBuilder::addPlan(std::shared_ptr<const SitePlan> plan)
{
    if (!plan->name.empty())
        setClusterName(plan->name);
    for (const PlannedRack& rack : plan->racks) {
        RackPlace& place = m_next.m_rackPlaces[addRack(rack.name, rack.place).index];
        const RackPlace planned = placeInHall(rack.place);
        if (!place.isPlaced)
            place = planned;
        place.x = planned.x; // it may have been moved since it was first placed
        place.z = planned.z;
        place.width = planned.width;
        place.depth = planned.depth;
    }
    for (const PlannedNode& node : plan->nodes) {
        const EntityRef ref = addPlannedNode(node);
        for (std::uint32_t gpu = 0; gpu < std::min<std::uint32_t>(node.gpus, budget::gpusPerNode); ++gpu)
            add(EntityKind::Gpu, fmt::format("gpu{}", gpu), ref);
    }
    m_next.m_switchPlaces.assign(m_next.m_switchPlaces.size(), {});
    for (const PlannedSwitch& device : plan->switches) {
        const EntityRef ref = add(EntityKind::Switch, device.name, {});
        const EntityRef rack = device.rack.empty() ? EntityRef{} : lookUp(EntityKind::Rack, {}, device.rack);
        m_next.m_switchPlaces.resize(m_next.m_tables[static_cast<std::size_t>(EntityKind::Switch)].size());
        m_next.m_switchPlaces[ref.index] = {rack, placeInRack(device.place)};
    }
    addPlannedLinks(*plan);
    for (const PlannedLoop& loop : plan->loops)
        serve(add(EntityKind::Loop, loop.name, {}), loop.racks);
    m_next.m_plan = std::move(plan);
    m_hasChanged = true;
}

void TopologyBuilder::moveRack(EntityRef rack, float x, float z)
{
    if (rack.kind != EntityKind::Rack || !m_next.contains(rack))
        return;
    RackPlace place = m_next.m_rackPlaces[rack.index];
    place.x = x;
    place.z = z;
    place.isPlaced = true;
    place = placeInHall(std::move(place));
    if (m_next.m_plan) {
        auto plan = std::make_shared<SitePlan>(*m_next.m_plan);
        const auto planned = std::ranges::find(plan->racks, m_next.name(rack), &PlannedRack::name);
        if (planned != plan->racks.end()) {
            planned->place.x = place.x;
            planned->place.z = place.z;
            m_next.m_plan = std::move(plan);
        }
    }
    m_hasChanged |= m_next.m_rackPlaces[rack.index] != place;
    m_next.m_rackPlaces[rack.index] = std::move(place);
}

EntityRef TopologyBuilder::describeNode(std::shared_ptr<const NodeIdentity> identity)
{
    EntityRef node = lookUp(EntityKind::Node, {}, identity->name);
    if (!node.isValid())
        node = placeUnknownNode(*identity);
    m_next.m_identities[node.index] = std::move(identity);
    m_hasChanged = true;
    return node;
}

std::vector<EntityRef> TopologyBuilder::addLayout(EntityRef node, const NodeLayout& layout, const MayAdd& mayAdd)
{
    std::vector<EntityRef> refs;
    refs.reserve(layout.entities.size());
    for (std::size_t at = 0; at < layout.entities.size(); ++at) {
        const EntityDescriptor& entity = layout.entities[at];
        if (at == 0) {
            refs.push_back(node);
            continue;
        }
        const bool isTop = entity.parent == EntityDescriptor::clusterScope || entity.parent >= at;
        const EntityRef parent = isTop ? EntityRef{} : refs[entity.parent];
        // A rack has no parent: recordings and plans identify it by name alone.
        const bool isOrphan = !isTop && (!parent.isValid() || entity.kind == EntityKind::Rack);
        EntityRef ref = isOrphan ? EntityRef{entity.kind} : lookUp(entity.kind, parent, entity.name);
        // A report about another node does not create that node.
        if (!ref.isValid() && !isOrphan && entity.kind != EntityKind::Node && (!mayAdd || mayAdd(entity)))
            ref = append(entity.kind, entity.name, parent);
        refs.push_back(ref);
        if (!ref.isValid())
            continue;
        if (entity.kind == EntityKind::Port && !entity.peer.owner.empty())
            connect(ref, entity.peer);
        if (entity.kind == EntityKind::Loop && !entity.serves.empty())
            serve(ref, entity.serves);
    }
    return refs;
}

TopologyPtr TopologyBuilder::build()
{
    resolveServed();
    ++m_next.m_version;
    m_hasChanged = false;
    return std::make_shared<const Topology>(m_next);
}

std::pair<EntityRef, std::string> TopologyBuilder::holderOf(EntityRef owner, const std::string& port) const
{
    const std::size_t slash = port.find('/');
    const std::string part = port.substr(0, slash);
    for (const EntityKind kind : {EntityKind::Gpu, EntityKind::Switch}) {
        const EntityRef known = slash == std::string::npos ? EntityRef{} : lookUp(kind, owner, part);
        if (known.isValid())
            return {known, port.substr(slash + 1)};
    }
    return {owner, port};
}

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
    if (const EntityRef known = m_next.reportedPeer(port); known.isValid() && known.kind == EntityKind::Port)
        return; // both ends are known
    const EntityRef owner = ownerOf(peer);
    if (owner.isValid()) {
        const auto [holder, name] = holderOf(owner, peer.port);
        const EntityRef far = name.empty() ? EntityRef{} : lookUp(EntityKind::Port, holder, name);
        setPeer(port, far.isValid() ? far : holder);
        if (far.isValid())
            setPeer(far, port);
        if (far.isValid() || name.empty())
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
    // A part of a node is not identified by its own name.
    if (isPort ? !m_next.contains(m_next.parent(added)) : isPartOfNode(m_next, added))
        return;
    const PeerDescriptor end = describeEnd(m_next, added);
    const auto [first, last] = m_waiting.equal_range(end.owner);
    for (auto at = first; at != last;) {
        const WaitingPort waiting = at->second;
        const bool isWanted = isPort ? waiting.wanted == end.port : true;
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
    if (loop.index < m_next.m_served.size())
        m_next.m_served[loop.index].clear();
    m_hasChanged = true;
}

/// Racks that do not exist yet are kept by name until they do.
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
