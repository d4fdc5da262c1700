// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/topology/topology.h"

#include <string_view>

namespace lockstep {

/// It only reports entities that are not its own, such as switches, cooling loops or jobs: it says what it collects,
/// but has no processor and nothing stands in it. To a person that is no node of the cluster. False for any other kind.
[[nodiscard]] bool isReporter(const Topology& topology, EntityRef node);

/// Number of real nodes, and of reporters that exist only because something must report other entities.
struct NodeTally
{
    std::size_t nodes = 0;
    std::size_t reporters = 0;
    friend bool operator==(const NodeTally&, const NodeTally&) = default;
};

[[nodiscard]] NodeTally tallyNodes(const Topology& topology);

/// A rack that holds the nodes of which nobody has said where they stand. It is drawn, but it is no place: nothing is
/// blamed on it.
[[nodiscard]] bool isUnplaced(const Topology& topology, EntityRef rack);
/// The rack that an entity stands in; invalid where nobody has said.
[[nodiscard]] EntityRef knownRackOf(const Topology& topology, EntityRef entity);
inline constexpr std::string_view unplacedRack = "unplaced"; ///< its name, or what it begins with

/// Racks in which something else than reporters stands, or nothing.
[[nodiscard]] bool isMachineRack(const Topology& topology, EntityRef rack);

} // namespace lockstep
