// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views3d/geometry/hallline.h"
#include "views3d/values/hallcolours.h"

#include <vector>

namespace lockstep {

/// Arrow heads along the pipes of all loops in flow direction.
[[nodiscard]] std::vector<HallLine> flowLines(const HallPlant& plant, Rgb colour);

/// The ways of the links of a selected port, switch or node through the hall: up from one end, along over the racks,
/// down to the other, as cables run in trays. Empty when no far end is known or has a place.
[[nodiscard]] std::vector<HallLine> linkLines(const Topology& topology, const HallGeometry& geometry,
                                              EntityRef selected, Rgb colour);

} // namespace lockstep
