// SPDX-License-Identifier: GPL-3.0-or-later
#include "views3d/geometry/hallgeometry.h"

#include "models/core/topology/reporters.h"
#include "views3d/geometry/nodeinterior.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace lockstep {

namespace {

constexpr float chassisWidth = 0.45F; // between the rails of a 19-inch rack
constexpr float chassisDepth = 0.9F;
constexpr float frontSetback = 0.08F; // behind the rack's front, where cables and handles are
constexpr float slackBetweenNodes = 0.004F;
constexpr float switchDepth = 0.5F;

/// Occupied rack corners on a grid of 0.25 m.
class TakenCorners
{
public:
    /// The given corner, or the next free one to the right: racks never overlap, even if the file says so.
    QVector3D take(const RackPlace& place)
    {
        const std::int64_t row = std::lround(place.z * 4);
        const Cell wanted{row, std::lround(place.x * 4)};
        const Cell found = freeFrom(wanted);
        m_next[found] = {row, found.second + step};
        return {found == wanted ? place.x : static_cast<float>(found.second) / 4, 0, place.z};
    }

private:
    using Cell = std::pair<std::int64_t, std::int64_t>;
    static constexpr std::int64_t step = 3; ///< a rack and a gap

    /// The next free cell. Remembers it for all cells passed, so that placing thousands of racks at one position stays
    /// linear.
    Cell freeFrom(Cell cell)
    {
        std::vector<Cell> way;
        for (auto known = m_next.find(cell); known != m_next.end(); known = m_next.find(cell)) {
            way.push_back(cell);
            cell = known->second;
        }
        for (const Cell& passed : way)
            m_next[passed] = cell;
        return cell;
    }

    std::map<Cell, Cell> m_next; ///< by occupied cell: where to search next
};

std::vector<EntityRef> nodesIn(const Topology& topology, std::span<const EntityRef> entities)
{
    std::vector<EntityRef> nodes;
    std::ranges::copy_if(entities, std::back_inserter(nodes),
                         [&](EntityRef ref) { return ref.kind == EntityKind::Node && !isReporter(topology, ref); });
    std::ranges::stable_sort(nodes, {}, [&](EntityRef node) { return topology.nodePlace(node).bottomUnit; });
    return nodes;
}

} // namespace

HallGeometry::HallGeometry(const Topology& topology)
{
    m_rackAt.assign(topology.count(EntityKind::Rack), nowhere);
    m_nodeAt.assign(topology.count(EntityKind::Node), nowhere);
    m_switchAt.assign(topology.count(EntityKind::Switch), nowhere);
    m_nodes.reserve(m_nodeAt.size() + m_switchAt.size());
    std::map<EntityRef, std::vector<EntityRef>> switchesIn; // by rack; switches with a position
    for (std::uint32_t index = 0; index < m_switchAt.size(); ++index) {
        const EntityRef device{EntityKind::Switch, index};
        const EntityRef rack = topology.switchPlace(device).rack;
        if (rack.isValid() && isMachineRack(topology, rack))
            switchesIn[rack].push_back(device);
    }
    TakenCorners taken;
    const auto add = [&](EntityRef entity, const RackPlace& place, const std::vector<EntityRef>& nodes) {
        const QVector3D corner = taken.take(place);
        const auto units = static_cast<float>(std::max(place.heightUnits, 1U));
        const QVector3D size(place.width, plinth + units * unitHeight + roof, place.depth);
        std::vector<std::pair<EntityRef, NodePlace>> standing;
        for (const EntityRef node : nodes)
            standing.emplace_back(node, topology.nodePlace(node));
        if (const auto switches = switchesIn.find(entity); switches != switchesIn.end()) {
            for (const EntityRef device : switches->second)
                standing.emplace_back(device, topology.switchPlace(device).units);
        }
        std::ranges::stable_sort(standing, {}, [](const auto& each) { return each.second.bottomUnit; });
        HallRack rack{entity, {corner, corner + size}, static_cast<std::uint32_t>(m_nodes.size())};
        rack.isTurned = place.isTurned;
        rack.units = entity.isValid() ? place.heightUnits : 0;
        rack.hasFrame = entity.isValid();
        placeNodes(rack, standing);
        m_bounds = m_racks.empty() ? rack.box : m_bounds.united(rack.box);
        m_racks.push_back(rack);
    };

    for (std::uint32_t index = 0; index < m_rackAt.size(); ++index) {
        const EntityRef rack{EntityKind::Rack, index};
        if (!isMachineRack(topology, rack))
            continue; // a placeholder rack, not a real one
        m_rackAt[index] = static_cast<std::uint32_t>(m_racks.size());
        add(rack, topology.rackPlace(rack), nodesIn(topology, topology.children(rack)));
    }
    if (auto loose = nodesIn(topology, topology.roots()); !loose.empty()) {
        RackPlace place;
        place.z = m_racks.empty() ? 0 : m_bounds.high.z() + rackDepth;
        for (const EntityRef node : loose)
            place.heightUnits = std::max(place.heightUnits, topology.nodePlace(node).heightUnits);
        add({EntityKind::Rack}, place, loose);
    }
    m_plant = HallPlant(topology, m_racks, m_rackAt);
    placeSwitches(topology);
    for (const HallPump& pump : m_plant.pumps())
        m_bounds = m_bounds.united(pump.box);
}

void HallGeometry::placeNodes(HallRack& rack, const std::vector<std::pair<EntityRef, NodePlace>>& standing)
{
    rack.nodeCount = static_cast<std::uint32_t>(standing.size());
    const float left = rack.box.centre().x() - chassisWidth / 2;
    const float front = rack.box.high.z() - frontSetback;
    const float room = front - rack.box.low.z(); // in a rack less deep than usual
    for (const auto& [entity, place] : standing) {
        const float low = plinth + static_cast<float>(std::max(place.bottomUnit, 1U) - 1) * unitHeight;
        const float high = low + static_cast<float>(std::max(place.heightUnits, 1U)) * unitHeight - slackBetweenNodes;
        const bool isSwitch = entity.kind == EntityKind::Switch;
        (isSwitch ? m_switchAt : m_nodeAt)[entity.index] = static_cast<std::uint32_t>(m_nodes.size());
        const float depth = std::min(isSwitch ? switchDepth : chassisDepth, room);
        HallNode node{entity, {{left, low, front - depth}, {left + chassisWidth, high, front}}};
        if (rack.isTurned) {
            node.isTurned = true;
            node.box = turnedAbout(rack.box.centre(), node.box);
        }
        m_nodes.push_back(node);
        rack.box.high.setY(std::max(rack.box.high.y(), high + roof));
    }
}

/// Places switches without a position in extra racks behind the last row, in topology order. A switch on a node's board
/// belongs to the node.
void HallGeometry::placeSwitches(const Topology& topology)
{
    std::vector<std::uint32_t> switches;
    for (std::uint32_t index = 0; index < m_switchAt.size(); ++index) {
        if (m_switchAt[index] == nowhere && !topology.parent({EntityKind::Switch, index}).isValid())
            switches.push_back(index);
    }
    if (switches.empty() || m_racks.empty())
        return;
    constexpr std::uint32_t perRack = 40;
    constexpr std::uint32_t unitsPerRack = 42;
    constexpr float pitch = 0.8F;
    const float behind = m_bounds.low.z() - 2 * rackDepth; // an aisle between
    const std::uint32_t perRow = std::max(8U, static_cast<std::uint32_t>(m_bounds.size().x() / pitch) + 1);
    const QVector3D size(rackWidth, plinth + static_cast<float>(unitsPerRack) * unitHeight + roof, rackDepth);
    for (std::uint32_t first = 0, at = 0; first < switches.size(); first += perRack, ++at) {
        const QVector3D corner(m_bounds.low.x() + static_cast<float>(at % perRow) * pitch, 0,
                               behind - static_cast<float>(at / perRow) * 2 * rackDepth);
        HallRack rack{{EntityKind::Rack}, {corner, corner + size}, static_cast<std::uint32_t>(m_nodes.size())};
        rack.nodeCount = std::min(perRack, static_cast<std::uint32_t>(switches.size()) - first);
        const float left = rack.box.centre().x() - chassisWidth / 2;
        const float front = rack.box.high.z() - frontSetback;
        for (std::uint32_t unit = 0; unit < rack.nodeCount; ++unit) {
            const float low = plinth + static_cast<float>(unit + 1) * unitHeight;
            m_switchAt[switches[first + unit]] = static_cast<std::uint32_t>(m_nodes.size());
            m_nodes.push_back({{EntityKind::Switch, switches[first + unit]},
                               {{left, low, front - switchDepth},
                                {left + chassisWidth, low + unitHeight - slackBetweenNodes, front}}});
        }
        m_racks.push_back(rack);
    }
    for (const HallRack& rack : m_racks)
        m_bounds = m_bounds.united(rack.box);
}

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
        return {box.grown(0.04F)}; // with some of the surroundings
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
