// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/topology/topology.h"

#include <string_view>

namespace lockstep {

/// Whether an agent only reports entities outside its node, such as switches, cooling loops or jobs. Such an agent
/// lists collectors, but has no processor and no children, and is not counted as a node. False for entities of any
/// other kind than node.
[[nodiscard]] bool isReporter(const Topology& topology, EntityRef node);

/// Number of real nodes, and of agents that only report other entities.
struct NodeTally
{
    std::size_t nodes = 0;
    std::size_t reporters = 0;
    friend bool operator==(const NodeTally&, const NodeTally&) = default;
};

[[nodiscard]] NodeTally tallyNodes(const Topology& topology);

/// Whether this is the rack of unplaced nodes. It is drawn, but causes are never attributed to it.
[[nodiscard]] bool isUnplaced(const Topology& topology, EntityRef rack);
/// The rack of an entity; invalid if unknown.
[[nodiscard]] EntityRef knownRackOf(const Topology& topology, EntityRef entity);
inline constexpr std::string_view unplacedRack = "unplaced"; ///< name or prefix of the rack

/// Whether the rack contains a machine, or is empty. False for a rack that contains only reporters.
[[nodiscard]] bool isMachineRack(const Topology& topology, EntityRef rack);

} // namespace lockstep
