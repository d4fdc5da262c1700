// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views3d/geometry/hallgeometry.h"

#include <vector>

namespace lockstep {

/// A part of a node. Furniture (fans, memory, power supply, board) has no data: its entity is the node.
struct HallPart
{
    EntityRef entity;
    Box box;
    bool isFurniture = false;
};

/// Lays out the parts of a node with the lid off: disks at the front, processors in the middle, ports at the back; GPUs
/// at the front of a tall chassis or in the middle of a low one. All parts lie within the node's box without overlap.
/// Pure; its cost depends only on the node's own parts.
[[nodiscard]] std::vector<HallPart> nodeInterior(const Topology& topology, const HallNode& node);

} // namespace lockstep
