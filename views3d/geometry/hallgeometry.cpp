// SPDX-License-Identifier: GPL-3.0-or-later
#include "views3d/geometry/hallgeometry.h"

#include "views3d/geometry/nodeinterior.h"

#include <algorithm>

namespace lockstep {

Box HallNode::turned(const Box& part) const
{
    return isTurned ? turnedAbout(box.centre(), part) : part;
}

const HallRack* HallGeometry::rack(EntityRef rack) const
{
    const bool isHere
        = rack.kind == EntityKind::Rack && rack.index < m_rackAt.size() && m_rackAt[rack.index] != nowhere;
    return isHere ? &m_racks[m_rackAt[rack.index]] : nullptr;
}

HallGeometry HallGeometry::exploded(EntityRef rack) const
{
    constexpr float spread = 1.7F;
    HallGeometry apart = *this;
    if (this->rack(rack) == nullptr)
        return apart;
    HallRack& here = apart.m_racks[m_rackAt[rack.index]];
    here.units = 0;
    here.isApart = true;
    for (std::uint32_t at = here.firstNode; at < here.firstNode + here.nodeCount; ++at) {
        Box& box = apart.m_nodes[at].box;
        const QVector3D up(0, (box.low.y() - plinth) * (spread - 1), 0);
        box = {box.low + up, box.high + up};
        here.box.high.setY(std::max(here.box.high.y(), box.high.y() + roof));
    }
    apart.m_bounds = apart.m_bounds.united(here.box);
    return apart;
}

const HallNode* HallGeometry::node(EntityRef node) const
{
    if (node.kind != EntityKind::Node && node.kind != EntityKind::Switch)
        return nullptr;
    const auto& places = node.kind == EntityKind::Node ? m_nodeAt : m_switchAt;
    const bool isHere = node.index < places.size() && places[node.index] != nowhere;
    return isHere ? &m_nodes[places[node.index]] : nullptr;
}

const HallNode* HallGeometry::holderOf(const Topology& topology, EntityRef entity) const
{
    if (!topology.contains(entity))
        return nullptr;
    const HallNode* inNode = node(topology.ancestor(entity, EntityKind::Node));
    return inNode != nullptr ? inNode : node(topology.ancestor(entity, EntityKind::Switch));
}

bool HallGeometry::isCovered(const HallNode& node) const
{
    constexpr float oneUnit = unitHeight;
    Box above = node.box;
    above.low.setY(node.box.high.y());
    above.high.setY(node.box.high.y() + oneUnit);
    return std::ranges::any_of(m_nodes, [&](const HallNode& other) { return other.box.overlaps(above); });
}

std::optional<Box> HallGeometry::boxOf(const Topology& topology, EntityRef entity) const
{
    if (!topology.contains(entity))
        return std::nullopt;
    if (entity.kind == EntityKind::Rack) {
        const HallRack* here = rack(entity);
        return here != nullptr ? std::optional(here->box) : std::nullopt;
    }
    if (entity.kind == EntityKind::Loop) {
        const HallPump* pump = m_plant.pump(entity);
        return pump != nullptr ? std::optional(pump->box) : std::nullopt;
    }
    const HallNode* home = holderOf(topology, entity);
    if (home == nullptr)
        return std::nullopt;
    if (home->entity == entity)
        return home->box;
    const auto parts = nodeInterior(topology, *home);
    const auto found = std::ranges::find(parts, entity, &HallPart::entity);
    return found == parts.end() ? std::nullopt : std::optional(found->box);
}

std::vector<Box> HallGeometry::opening() const
{
    if (m_racks.size() == 1 && !m_nodes.empty()) {
        Box box = m_nodes.front().box;
        for (const HallNode& node : m_nodes)
            box = box.united(node.box);
        return {box.grown(0.04F)}; // with a little of what is around them
    }
    std::vector<Box> boxes;
    for (const HallRack& rack : m_racks)
        boxes.push_back(rack.box);
    for (const HallPump& pump : m_plant.pumps()) {
        boxes.push_back(pump.box);
        for (const HallPipe& pipe : pump.pipes)
            boxes.push_back(pipe.box);
    }
    return boxes.empty() ? std::vector{m_bounds} : boxes;
}

} // namespace lockstep
