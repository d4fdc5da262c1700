// SPDX-License-Identifier: GPL-3.0-or-later
#include "views3d/geometry/hallgeometry.h"

#include "models/core/topology/reporters.h"
#include "views3d/geometry/nodeinterior.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace lockstep {

namespace {

constexpr float pumpHeight = 2.0F;
constexpr float pitch = 0.8F; // from one unit in a row to the next
constexpr float pipe = 0.1F; // metres across
constexpr float aboveRacks = 0.3F;
constexpr std::size_t maxPumps = 1024; // limit for invalid input; more would not be readable
constexpr float narrowestAisle = 0.5F;
constexpr float widestAisle = 4;

Box pipeBetween(QVector3D from, QVector3D to)
{
    const QVector3D half(pipe / 2, pipe / 2, pipe / 2);
    Box box;
    for (int axis = 0; axis < 3; ++axis) {
        box.low[axis] = std::min(from[axis], to[axis]);
        box.high[axis] = std::max(from[axis], to[axis]);
    }
    return {box.low - half, box.high + half};
}

HallPipe pipeOf(QVector3D from, QVector3D to, bool isReturn)
{
    const QVector3D top(0, pipe / 2 + 0.002F, 0);
    return isReturn ? HallPipe{pipeBetween(from, to), to + top, from + top, true}
                    : HallPipe{pipeBetween(from, to), from + top, to + top, false};
}

/// Racks in one line across the hall, from end to end.
struct Line
{
    Box box;
    int fronts = 0; ///< racks facing +z minus racks facing -z
    int count = 0;
};

std::vector<Line> linesOf(const Topology& topology, std::span<const HallRack> racks)
{
    std::map<long, Line> byPlace;
    for (const HallRack& rack : racks) {
        if (!rack.entity.isValid() || !topology.rackPlace(rack.entity).isPlaced)
            continue;
        Line& line = byPlace[std::lround(rack.box.low.z() * 4)];
        line.box = line.count == 0 ? rack.box : line.box.united(rack.box);
        line.fronts += rack.isTurned ? -1 : 1;
        ++line.count;
    }
    std::vector<Line> lines;
    for (const auto& [place, line] : byPlace)
        lines.push_back(line);
    return lines;
}

} // namespace

HallPlant::HallPlant(const Topology& topology, std::span<const HallRack> racks, std::span<const std::uint32_t> rackAt)
{
    std::vector<Box> taken;
    for (const HallRack& rack : racks)
        taken.push_back(rack.box);
    const std::size_t loops = std::min(topology.count(EntityKind::Loop), maxPumps);
    for (std::uint32_t loop = 0; loop < loops; ++loop)
        placePump(topology, {EntityKind::Loop, loop}, racks, rackAt, taken);
    findAisles(topology, racks);
}

const HallPump* HallPlant::pump(EntityRef loop) const
{
    return loop.kind == EntityKind::Loop && loop.index < m_pumps.size() ? &m_pumps[loop.index] : nullptr;
}

void HallPlant::placePump(const Topology& topology, EntityRef loop, std::span<const HallRack> racks,
                          std::span<const std::uint32_t> rackAt, std::vector<Box>& taken)
{
    std::vector<const HallRack*> served;
    for (const EntityRef rack : topology.served(loop)) {
        if (rack.index < rackAt.size() && rackAt[rack.index] < racks.size())
            served.push_back(&racks[rackAt[rack.index]]);
    }
    Box hall;
    for (const HallRack& rack : racks)
        hall = &rack == racks.data() ? rack.box : hall.united(rack.box);
    Box row = served.empty() ? hall : served.front()->box;
    Box reach = row;
    for (const HallRack* rack : served)
        reach = reach.united(rack->box);
    const auto isInRow = [&row](const HallRack& rack) {
        return std::abs(rack.box.low.z() - row.low.z()) < HallGeometry::rackDepth / 2;
    };
    for (const HallRack& rack : racks) {
        if (!served.empty() && isInRow(rack))
            row = row.united(rack.box);
    }
    const bool isRight = !served.empty() && reach.centre().x() > row.centre().x() + 0.01F;
    const QVector3D size(HallGeometry::rackWidth, pumpHeight, HallGeometry::rackDepth);
    QVector3D corner(isRight ? row.high.x() + pitch - size.x() : row.low.x() - pitch, 0, row.low.z());
    const auto inTheWay = [&] {
        const Box here{corner, corner + size};
        return std::ranges::find_if(taken, [&here](const Box& other) { return here.overlaps(other); });
    };
    // Moves past obstacles. If no place is free within this many tries, racks overlap.
    constexpr int maxTries = 64;
    auto other = inTheWay();
    for (int tries = 0; other != taken.end() && tries < maxTries; ++tries, other = inTheWay())
        corner.setX(isRight ? other->high.x() + pitch - size.x() : other->low.x() - pitch);
    HallPump pump{loop, {corner, corner + size}, {}, {}};
    taken.push_back(pump.box);
    layPipes(pump, served);
    m_pumps.push_back(std::move(pump));
}

/// Two pipes over the racks, up from the pump and along to the farthest rack, one after the other across the row.
void HallPlant::layPipes(HallPump& pump, std::span<const HallRack* const> served) const
{
    if (served.empty())
        return;
    const QVector3D home = pump.box.centre();
    Box reach = served.front()->box;
    for (const HallRack* rack : served)
        reach = reach.united(rack->box);
    const bool runsRight = reach.centre().x() > home.x();
    const float end = runsRight ? reach.high.x() : reach.low.x();
    for (const bool isReturn : {false, true}) {
        const float z = home.z() + (isReturn ? -0.28F : 0.28F);
        const float y = reach.high.y() + aboveRacks + (isReturn ? pipe : 0);
        pump.pipes.push_back(pipeOf({home.x(), pump.box.high.y(), z}, {home.x(), y, z}, isReturn));
        pump.pipes.push_back(pipeOf({home.x(), y, z}, {end, y, z}, isReturn));
        for (const HallRack* rack : served) {
            const float x = rack->box.centre().x() + (isReturn ? -0.1F : 0.1F);
            pump.drops.push_back(pipeOf({x, y, z}, {x, rack->box.high.y(), z}, isReturn));
        }
    }
}

void HallPlant::findAisles(const Topology& topology, std::span<const HallRack> racks)
{
    const std::vector<Line> lines = linesOf(topology, racks);
    for (std::size_t at = 1; at < lines.size(); ++at) {
        const Line& behind = lines[at - 1];
        const Line& before = lines[at];
        const float width = before.box.low.z() - behind.box.high.z();
        const float left = std::max(behind.box.low.x(), before.box.low.x());
        const float right = std::min(behind.box.high.x(), before.box.high.x());
        const bool allLookAlike = std::abs(behind.fronts) == behind.count && std::abs(before.fronts) == before.count;
        const bool isBetweenFronts = behind.fronts > 0 && before.fronts < 0;
        const bool isBetweenBacks = behind.fronts < 0 && before.fronts > 0;
        if (width < narrowestAisle || width > widestAisle || right <= left || !allLookAlike)
            continue;
        if (isBetweenFronts || isBetweenBacks)
            m_aisles.push_back(
                {{{left, -0.012F, behind.box.high.z()}, {right, -0.002F, before.box.low.z()}}, isBetweenBacks});
    }
}

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
    /// The given corner, or the next free one to the right, so that racks never overlap, even if the file says so.
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
