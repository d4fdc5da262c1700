// SPDX-License-Identifier: GPL-3.0-or-later
#include "views3d/hallgeometry.h"

#include "views3d/nodeinterior.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

namespace lockstep {

namespace {

constexpr std::uint32_t nowhere = Id<HallNode>::none;
constexpr float chassisWidth = 0.45F; // between the rails of a 19-inch rack
constexpr float chassisDepth = 0.9F;
constexpr float frontSetback = 0.08F; // behind the rack's front, where cables and handles are
constexpr float slackBetweenNodes = 0.004F;

/// The given corner, or the next free one to the right: two racks never stand in one place, whatever a file says.
QVector3D freeCorner(const RackPlace& place, std::set<std::pair<int, int>>& taken)
{
    float x = place.x;
    const auto cell = [&] {
        return std::pair(static_cast<int>(std::lround(x * 4)), static_cast<int>(std::lround(place.z * 4)));
    };
    while (!taken.insert(cell()).second)
        x += HallGeometry::rackWidth + 0.2F;
    return {x, 0, place.z};
}

std::vector<EntityRef> nodesIn(const Topology& topology, std::span<const EntityRef> entities)
{
    std::vector<EntityRef> nodes;
    std::ranges::copy_if(entities, std::back_inserter(nodes),
                         [](EntityRef ref) { return ref.kind == EntityKind::Node; });
    std::ranges::stable_sort(nodes, {}, [&](EntityRef node) { return topology.nodePlace(node).bottomUnit; });
    return nodes;
}

} // namespace

HallGeometry::HallGeometry(const Topology& topology)
{
    m_rackAt.assign(topology.count(EntityKind::Rack), nowhere);
    m_nodeAt.assign(topology.count(EntityKind::Node), nowhere);
    m_nodes.reserve(m_nodeAt.size());
    std::set<std::pair<int, int>> taken;
    const auto add = [&](EntityRef entity, const RackPlace& place, std::vector<EntityRef> nodes) {
        const QVector3D corner = freeCorner(place, taken);
        const auto units = static_cast<float>(std::max(place.heightUnits, 1U));
        const QVector3D size(rackWidth, plinth + units * unitHeight + roof, rackDepth);
        HallRack rack{entity, {corner, corner + size}, static_cast<std::uint32_t>(m_nodes.size()), 0};
        placeNodes(topology, rack, std::move(nodes));
        m_bounds = m_racks.empty() ? rack.box : m_bounds.united(rack.box);
        m_racks.push_back(rack);
    };

    for (std::uint32_t index = 0; index < m_rackAt.size(); ++index) {
        const EntityRef rack{EntityKind::Rack, index};
        m_rackAt[index] = static_cast<std::uint32_t>(m_racks.size());
        add(rack, topology.rackPlace(rack), nodesIn(topology, topology.children(rack)));
    }
    if (auto loose = nodesIn(topology, topology.roots()); !loose.empty()) {
        RackPlace place;
        place.z = m_racks.empty() ? 0 : m_bounds.high.z() + rackDepth;
        for (const EntityRef node : loose)
            place.heightUnits = std::max(place.heightUnits, topology.nodePlace(node).heightUnits);
        add({EntityKind::Rack}, place, std::move(loose));
    }
}

void HallGeometry::placeNodes(const Topology& topology, HallRack& rack, std::vector<EntityRef> nodes)
{
    rack.nodeCount = static_cast<std::uint32_t>(nodes.size());
    const float left = rack.box.centre().x() - chassisWidth / 2;
    const float front = rack.box.high.z() - frontSetback;
    for (const EntityRef node : nodes) {
        const NodePlace& place = topology.nodePlace(node);
        const float low = plinth + static_cast<float>(std::max(place.bottomUnit, 1U) - 1) * unitHeight;
        const float high = low + static_cast<float>(std::max(place.heightUnits, 1U)) * unitHeight - slackBetweenNodes;
        m_nodeAt[node.index] = static_cast<std::uint32_t>(m_nodes.size());
        m_nodes.push_back({node, {{left, low, front - chassisDepth}, {left + chassisWidth, high, front}}});
        rack.box.high.setY(std::max(rack.box.high.y(), high + roof));
    }
}

const HallNode* HallGeometry::node(EntityRef node) const
{
    if (node.kind != EntityKind::Node || node.index >= m_nodeAt.size() || m_nodeAt[node.index] == nowhere)
        return nullptr;
    return &m_nodes[m_nodeAt[node.index]];
}

std::optional<Box> HallGeometry::boxOf(const Topology& topology, EntityRef entity) const
{
    if (!topology.contains(entity))
        return std::nullopt;
    if (entity.kind == EntityKind::Rack)
        return entity.index < m_rackAt.size() ? std::optional(m_racks[m_rackAt[entity.index]].box) : std::nullopt;
    const HallNode* home = node(topology.ancestor(entity, EntityKind::Node));
    if (home == nullptr)
        return std::nullopt;
    if (entity.kind == EntityKind::Node)
        return home->box;
    const auto parts = nodeInterior(topology, *home);
    const auto found = std::ranges::find(parts, entity, &HallPart::entity);
    return found == parts.end() ? std::nullopt : std::optional(found->box);
}

Box HallGeometry::opening() const
{
    if (m_racks.size() != 1 || m_nodes.empty())
        return m_bounds;
    Box box = m_nodes.front().box;
    for (const HallNode& node : m_nodes)
        box = box.united(node.box);
    return box.grown(0.04F); // with a little of what is around them
}

} // namespace lockstep
