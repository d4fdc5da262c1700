// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/topology/topology.h"

#include <span>
#include <string>
#include <vector>

namespace lockstep {

/// The ranks of a communicator, by where they are: GPUs or nodes.
using GroupPlaces = std::vector<EntityRef>;

/// ", all of them through r3-leaf02" of the leaf switches that all affected groups send over and most others do not;
/// empty where there are none, or too many to name. A group within one node sends over none.
[[nodiscard]] std::string sharedSwitchText(const Topology& topology, std::span<const GroupPlaces> affected,
                                           std::span<const GroupPlaces> others);

} // namespace lockstep
