// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/ids.h"
#include "views3d/geometry/box.h"

#include <cstdint>

namespace lockstep {

/// What a box represents, in drawing order.
enum class BoxRole : std::uint8_t {
    Body, ///< the entity itself, or without one the worst of the rack's members: takes the colour of its value
    Lamp, ///< the front edge of an open node, the roof of an open rack: takes the colour of the worst within
    Furniture, ///< board, fans, memory: never coloured
    Supply, ///< pipe of a loop that brings cold coolant
    Return, ///< and one that takes it back warm
    Shell, ///< floor and walls of an open node: coloured only by what is measured at the node itself
    Frame, ///< posts and plinth of a rack: never coloured
    ColdAisle, ///< floor that racks draw their air from
    HotAisle, ///< floor that they blow it onto
    Air, ///< a tile of the floor that shows the temperature above it
};

struct DrawBox
{
    Box box;
    EntityRef entity;
    BoxRole role = BoxRole::Body;
    std::uint32_t place = Id<DrawBox>::none; ///< of a body without an entity: which rack it is; of air: which tile
    float opacity = 1;
};

} // namespace lockstep
