// SPDX-License-Identifier: GPL-3.0-or-later
#include "views3d/geometry/hallplant.h"

#include "views3d/geometry/hallgeometry.h"

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

/// Racks in one line across the hall, from one end to the other.
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
    // Move past obstacles; if there is no free place within this many tries, overlap.
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

} // namespace lockstep
