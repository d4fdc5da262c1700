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

/// Lays out what is in a node, with the lid off, as servers are built: disks at the front, processors in the middle,
/// ports at the back; GPUs fill the front of a tall chassis and the middle of a low one. Everything lies within the
/// node's box and no two parts overlap. Pure; costs grow with the node's own parts only.
[[nodiscard]] std::vector<HallPart> nodeInterior(const Topology& topology, const HallNode& node);

} // namespace lockstep
