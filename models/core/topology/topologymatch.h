// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/topology/topology.h"

namespace lockstep {

/// The entity of @p to that corresponds to @p ref of @p from: nodes by name, other entities by name below the
/// counterpart of their parent. Invalid if there is none.
[[nodiscard]] EntityRef counterpart(const Topology& from, EntityRef ref, const Topology& to);

/// Number of entities of one kind that two topologies share.
struct TopologyMatch
{
    std::size_t common = 0;
    std::size_t onlyHere = 0;
    std::size_t onlyThere = 0;

    friend bool operator==(const TopologyMatch&, const TopologyMatch&) = default;
};

using TopologyMatches = std::array<TopologyMatch, entityKindCount>; ///< by kind

[[nodiscard]] TopologyMatches matchTopologies(const Topology& here, const Topology& there);

} // namespace lockstep
