// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/topology.h"
#include "views3d/box.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace lockstep {

/// One rack and which of the geometry's nodes stand in it.
struct HallRack
{
    EntityRef entity; ///< invalid for the stack that holds nodes without a rack
    Box box;
    std::uint32_t firstNode = 0;
    std::uint32_t nodeCount = 0;
};

struct HallNode
{
    EntityRef entity;
    Box box;
};

/// Where everything stands, from the topology alone: racks 600 x 1200 mm and as high as their units, nodes at their
/// units. What is inside a node is laid out on demand (see nodeInterior()). Immutable; pure.
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

    [[nodiscard]] const std::vector<HallRack>& racks() const { return m_racks; }
    [[nodiscard]] const std::vector<HallNode>& nodes() const { return m_nodes; } ///< rack by rack, bottom first
    [[nodiscard]] bool isEmpty() const { return m_racks.empty(); }
    [[nodiscard]] const Box& bounds() const { return m_bounds; } ///< of all racks

    [[nodiscard]] const HallNode* node(EntityRef node) const; ///< null if it does not stand here
    /// Of a rack, a node or anything in a node; nullopt for what has no place in the hall.
    [[nodiscard]] std::optional<Box> boxOf(const Topology& topology, EntityRef entity) const;
    /// What a first look should show: the machines of a lone rack, else all racks.
    [[nodiscard]] Box opening() const;

private:
    void placeNodes(const Topology& topology, HallRack& rack, std::vector<EntityRef> nodes);

    std::vector<HallRack> m_racks;
    std::vector<HallNode> m_nodes;
    std::vector<std::uint32_t> m_rackAt; ///< by rack index: position in m_racks
    std::vector<std::uint32_t> m_nodeAt; ///< by node index: position in m_nodes
    Box m_bounds;
};

} // namespace lockstep
