// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/topology/topology.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace lockstep {

/// The narrowest common place of silent nodes: the node itself, or a rack, switch, power feed or row that is silent as
/// a whole.
struct SilentPlace
{
    EntityRef entity; ///< node, rack or switch; invalid: none, so the cluster
    std::string words; ///< "All 8 nodes of power feed F2", "40 nodes in 5 racks"; a single node by name
    bool isWhole = false; ///< everything in that place is silent
};
/// @param silent nodes, at least one  @param watched all watched nodes, including the silent ones
[[nodiscard]] SilentPlace silentPlace(const Topology& topology, std::span<const std::uint32_t> silent,
                                      std::span<const std::uint32_t> watched);

/// Racks of nodes, without duplicates, in order; an invalid one for nodes outside racks.
[[nodiscard]] std::vector<EntityRef> racksOf(const Topology& topology, std::span<const std::uint32_t> nodes);

} // namespace lockstep
