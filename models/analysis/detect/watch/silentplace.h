// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/topology/topology.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace lockstep {

/// The narrowest place that silent nodes have in common: the node itself, or a rack, switch, power feed or row that is
/// silent as a whole.
struct SilentPlace
{
    EntityRef entity; ///< node, rack or switch; invalid: no single one, so that it is the cluster's
    std::string words; ///< "All 8 nodes of power feed F2", "40 nodes in 5 racks"; one node by its name
    bool isWhole = false; ///< everything in that place is silent
};
/// @param silent nodes, at least one  @param watched all nodes that should be heard, the silent ones among them
[[nodiscard]] SilentPlace silentPlace(const Topology& topology, std::span<const std::uint32_t> silent,
                                      std::span<const std::uint32_t> watched);

/// The racks that nodes stand in, each once, in order; an invalid one for nodes that stand in none.
[[nodiscard]] std::vector<EntityRef> racksOf(const Topology& topology, std::span<const std::uint32_t> nodes);

} // namespace lockstep
