// SPDX-License-Identifier: GPL-3.0-or-later
#include "views3d/geometry/nodeinterior.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace lockstep {

namespace {

constexpr float boardHeight = 0.04F; // parts on the board are at most one unit high
constexpr float tallChassis = 0.15F; // from this height on, GPUs stand upright behind the front
constexpr int across = 0;
constexpr int upward = 1;
constexpr int inward = 2;

/// Members of a device by kind; the last element has GPU links, which are on the board and not at the front.
using Members = std::array<std::vector<EntityRef>, entityKindCount + 1>;
constexpr std::size_t boardLinks = entityKindCount;

void collect(const Topology& topology, EntityRef device, EntityRef parent, Members& members)
{
    for (const EntityRef child : topology.children(parent)) {
        const bool isOnBoard = child.kind == EntityKind::Port && parent != device;
        members[isOnBoard ? boardLinks : static_cast<std::size_t>(child.kind)].push_back(child);
        collect(topology, device, child, members);
    }
}

/// Divides a band of the node into a grid over two axes, with cells up to the given size in metres, centred in the
/// band.
struct Grid
{
    Box band;
    int first = across;
    int second = inward;
    float widest = 1;
    float longest = 1;
    std::size_t fixedColumns = 0; ///< 0: as many as make cells nearly square

    [[nodiscard]] Box cell(std::size_t at, std::size_t count) const
    {
        const QVector3D size = band.size();
        const auto total = static_cast<float>(count);
        const float square = std::clamp(std::ceil(std::sqrt(total * size[first] / size[second])), 1.0F, total);
        const float columns = fixedColumns == 0 ? square : static_cast<float>(fixedColumns);
        const float rows = std::ceil(total / columns);
        const float width = std::min(size[first] / columns, widest);
        const float depth = std::min(size[second] / rows, longest);
        const auto column = static_cast<float>(at % static_cast<std::size_t>(columns));
        const auto row = static_cast<float>(at / static_cast<std::size_t>(columns));
        Box cell = band;
        cell.low[first] = band.centre()[first] + (column - columns / 2) * width + width * 0.07F;
        cell.high[first] = cell.low[first] + width * 0.86F;
        // The first row is at the front or on top.
        cell.high[second] = band.centre()[second] + (rows / 2 - row) * depth - depth * 0.07F;
        cell.low[second] = cell.high[second] - depth * 0.86F;
        return cell;
    }
};

/// Builds the parts of one node; holds the dimensions shared by all bands.
class Interior
{
public:
    Interior(const HallNode& node, const Members& members)
        : m_node(node), m_members(members), m_board(std::min(boardHeight / node.box.size().y(), 1.0F))
    { }

    std::vector<HallPart> build()
    {
        if (m_node.entity.kind == EntityKind::Switch)
            return buildSwitch();
        const bool hasGpus = !of(EntityKind::Gpu).empty();
        const bool isTall = node().size().y() >= tallChassis;
        if (hasGpus && isTall) {
            fill(EntityKind::Gpu, {band(0.02F, 0.98F, m_board * 1.15F, 0.98F, 0.03F, 0.45F), across, upward});
            fill(m_members[boardLinks], {band(0.02F, 0.98F, m_board * 1.15F, 0.98F, 0.46F, 0.49F), across, upward});
        } else if (hasGpus) {
            fill(EntityKind::Gpu, {band(0.03F, 0.97F, 0.1F, 0.92F, 0.2F, 0.55F), across, inward, 0.11F, 0.27F});
            fill(m_members[boardLinks], {band(0.03F, 0.97F, 0.12F, 0.9F, 0.552F, 0.567F), across, upward});
        }
        const bool isDiskShelf = isTall && !hasGpus;
        if (isDiskShelf)
            fill(EntityKind::Disk,
                 {band(0.02F, 0.98F, m_board * 1.15F, 0.98F, 0.02F, 0.2F), across, upward, 0.1F, 0.1F});
        else
            fill(EntityKind::Disk, {onBoard(0.03F, 0.97F, 0.9F, 0.01F, 0.15F), across, inward, 0.1F, 0.14F});
        fill(EntityKind::Core, {onBoard(0.26F, 0.74F, 0.45F, 0.6F, 0.76F), across, inward, 0.055F, 0.055F});
        fill(EntityKind::Sensor, {onBoard(0.05F, 0.7F, 0.4F, 0.82F, 0.88F), across, inward, 0.022F, 0.022F});
        fill(EntityKind::Port, {onBoard(0.04F, 0.7F, 0.6F, 0.92F, 0.995F), across, inward, 0.06F, 0.07F});
        furnish(hasGpus);
        return std::move(m_parts);
    }

private:
    /// All ports at the front, in two rows.
    std::vector<HallPart> buildSwitch()
    {
        const std::size_t columns = std::max<std::size_t>((of(EntityKind::Port).size() + 1) / 2, 1);
        fill(EntityKind::Port,
             {band(0.03F, 0.97F, 0.12F, 0.95F, 0.0F, 0.16F), across, upward, 0.035F, 0.025F, columns});
        m_parts.push_back({m_node.entity, band(0.05F, 0.95F, 0.1F, 0.8F, 0.22F, 0.95F), true});
        return std::move(m_parts);
    }

    const Box& node() const { return m_node.box; }
    const std::vector<EntityRef>& of(EntityKind kind) const { return m_members[static_cast<std::size_t>(kind)]; }

    /// Fractions of the node's width, height and depth; depth from the front.
    Box band(float left, float right, float bottom, float top, float front, float back) const
    {
        return node().part({left, bottom, 1 - back}, {right, top, 1 - front});
    }
    Box onBoard(float left, float right, float top, float front, float back) const
    {
        return band(left, right, m_board * 0.12F, m_board * top, front, back);
    }

    void fill(EntityKind kind, const Grid& grid) { fill(of(kind), grid); }
    void fill(const std::vector<EntityRef>& entities, const Grid& grid)
    {
        for (std::size_t at = 0; at < entities.size(); ++at)
            m_parts.push_back({entities[at], grid.cell(at, entities.size())});
    }
    void furnish(const Grid& grid, std::size_t count)
    {
        for (std::size_t at = 0; at < count; ++at)
            m_parts.push_back({m_node.entity, grid.cell(at, count), true});
    }

    void furnish(bool hasGpus)
    {
        const auto board = onBoard(0.03F, 0.97F, 0.12F, 0.57F, 0.905F);
        m_parts.push_back({m_node.entity,
                           {{board.low.x(), node().part({0, m_board * 0.05F, 0}, {}).low.y(), board.low.z()},
                            {board.high.x(), board.low.y(), board.high.z()}},
                           true});
        furnish({onBoard(0.05F, 0.22F, 0.75F, 0.6F, 0.78F), across, inward, 0.009F},
                8); // memory, left of the processors
        furnish({onBoard(0.78F, 0.95F, 0.75F, 0.6F, 0.78F), across, inward, 0.009F, 0.13F, 8}, 8); // and right
        furnish({onBoard(0.74F, 0.97F, 0.9F, 0.81F, 0.99F), across, inward}, 1); // power supply
        if (!hasGpus)
            furnish({onBoard(0.04F, 0.96F, 0.9F, 0.3F, 0.36F), across, inward, 0.058F, 0.05F, 7}, 7); // fan wall
    }

    const HallNode& m_node;
    const Members& m_members;
    float m_board; ///< fraction of the node's height for the board and its parts
    std::vector<HallPart> m_parts;
};

} // namespace

std::vector<HallPart> nodeInterior(const Topology& topology, const HallNode& node)
{
    Members members;
    collect(topology, node.entity, node.entity, members);
    auto parts = Interior(node, members).build();
    for (HallPart& part : parts)
        part.box = node.turned(part.box);
    return parts;
}

} // namespace lockstep
