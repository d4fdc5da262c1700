// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/topology/topology.h"
#include "views3d/geometry/box.h"

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace lockstep {

struct HallRack;

/// A straight pipe segment. Coolant runs from one end to the other.
struct HallPipe
{
    Box box;
    QVector3D from; ///< on top of the pipe, in the direction of the flow
    QVector3D to;
    bool isReturn = false; ///< brings warm coolant back
};

/// A cooling loop's distribution unit, with its pipes over the racks it serves.
struct HallPump
{
    EntityRef loop;
    Box box;
    std::vector<HallPipe> pipes; ///< empty while its racks are unknown
    std::vector<HallPipe> drops; ///< from the pipes down to each rack, visible from close by
};

/// The floor between two rows of racks whose fronts, or whose backs, face it.
struct HallAisle
{
    Box floor;
    bool isHot = false; ///< racks exhaust into it; otherwise they draw from it
};

/// Cooling of a hall: loops with pumps and pipes, and the aisles. Actual pump positions are unknown, so a pump is drawn
/// at the nearer end of its row. An aisle is labelled only if a cluster file gives the orientation of the racks on both
/// sides. Immutable; pure.
class HallPlant
{
public:
    HallPlant() = default;
    /// @param rackAt by rack index: position in @p racks
    HallPlant(const Topology& topology, std::span<const HallRack> racks, std::span<const std::uint32_t> rackAt);

    [[nodiscard]] const std::vector<HallPump>& pumps() const { return m_pumps; } ///< by loop index
    [[nodiscard]] const HallPump* pump(EntityRef loop) const;
    [[nodiscard]] const std::vector<HallAisle>& aisles() const { return m_aisles; }

private:
    void placePump(const Topology& topology, EntityRef loop, std::span<const HallRack> racks,
                   std::span<const std::uint32_t> rackAt, std::vector<Box>& taken);
    void layPipes(HallPump& pump, std::span<const HallRack* const> served) const;
    void findAisles(const Topology& topology, std::span<const HallRack> racks);

    std::vector<HallPump> m_pumps;
    std::vector<HallAisle> m_aisles;
};

/// One rack and its nodes in the geometry.
struct HallRack
{
    EntityRef entity; ///< invalid for generated racks: the stack of nodes without a rack, racks of switches
    Box box;
    std::uint32_t firstNode = 0;
    std::uint32_t nodeCount = 0;
    std::uint32_t units = 0; ///< number of rack units; 0: unknown
    bool isApart = false; ///< its nodes are drawn apart, so that their contents are visible
    bool isTurned = false; ///< its front faces -z
    bool hasFrame = true; ///< false: a bare stack
};

/// A node or switch, which occupies units of a rack.
struct HallNode
{
    EntityRef entity;
    Box box;
    bool isTurned = false; ///< its front faces -z

    /// Converts a part laid out for a front that faces +z to this node's orientation.
    [[nodiscard]] Box turned(const Box& part) const;
};

/// Positions of all components, computed from the topology alone. Racks are 600 x 1200 mm by default and as high as
/// their units. Switches without a position are drawn in extra racks behind the last row, and pumps at the ends of the
/// rows that they cool. Reporters (see isReporter()) have no position. Parts inside a node are laid out on demand (see
/// nodeInterior()). Immutable; pure.
class HallGeometry
{
public:
    static constexpr float unitHeight = 0.04445F; ///< EIA-310 rack unit
    static constexpr float rackWidth = 0.6F;
    static constexpr float rackDepth = 1.2F;
    static constexpr float plinth = 0.1F; ///< castors and base below unit 1
    static constexpr float roof = 0.05F;

    HallGeometry() = default;
    explicit HallGeometry(const Topology& topology);

    /// The same hall with the nodes of one rack drawn apart.
    [[nodiscard]] HallGeometry exploded(EntityRef rack) const;

    [[nodiscard]] const std::vector<HallRack>& racks() const { return m_racks; }
    [[nodiscard]] const std::vector<HallNode>& nodes() const { return m_nodes; } ///< rack by rack, bottom first
    [[nodiscard]] std::span<const HallNode> membersOf(const HallRack& rack) const
    {
        return std::span(m_nodes).subspan(rack.firstNode, rack.nodeCount);
    }
    [[nodiscard]] const HallPlant& plant() const { return m_plant; }
    [[nodiscard]] bool isEmpty() const { return m_racks.empty(); }
    [[nodiscard]] const Box& bounds() const { return m_bounds; } ///< of all racks and their contents

    [[nodiscard]] const HallNode* node(EntityRef node) const; ///< a node or switch; null if it is not in the hall
    [[nodiscard]] const HallRack* rack(EntityRef rack) const;
    /// The node or switch that is or contains the entity; null if there is none in the hall.
    [[nodiscard]] const HallNode* holderOf(const Topology& topology, EntityRef entity) const;
    /// Whether something is directly above it.
    [[nodiscard]] bool isCovered(const HallNode& node) const;
    /// Box of a rack, node, switch, anything inside them, or a loop (its pump); nullopt if it has no place in the hall.
    [[nodiscard]] std::optional<Box> boxOf(const Topology& topology, EntityRef entity) const;
    /// The boxes for the initial view: the machines of a single rack, otherwise all racks and pumps. Never empty.
    [[nodiscard]] std::vector<Box> opening() const;

private:
    static constexpr std::uint32_t nowhere = Id<HallNode>::none;

    void placeNodes(HallRack& rack, const std::vector<std::pair<EntityRef, NodePlace>>& standing);
    void placeSwitches(const Topology& topology);

    std::vector<HallRack> m_racks;
    std::vector<HallNode> m_nodes;
    std::vector<std::uint32_t> m_rackAt; ///< by rack index: position in m_racks
    std::vector<std::uint32_t> m_nodeAt; ///< by node index: position in m_nodes
    std::vector<std::uint32_t> m_switchAt; ///< by switch index: position in m_nodes
    HallPlant m_plant;
    Box m_bounds;
};

} // namespace lockstep
