// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/topology/topology.h"

#include <string>

namespace lockstep {

/// An entity by name. Unlike dense indices, names are the same in all runs and on all machines.
struct EntityName
{
    EntityKind kind = EntityKind::Node;
    std::string path; ///< "A1 / node-17 / gpu3", as Topology::path() gives it

    friend auto operator<=>(const EntityName&, const EntityName&) = default;
};

[[nodiscard]] EntityName nameOf(const Topology& topology, EntityRef entity);

/// The entity with that name, even if its node has moved to another rack. Invalid if there is none.
[[nodiscard]] EntityRef findEntity(const Topology& topology, const EntityName& name);

} // namespace lockstep
