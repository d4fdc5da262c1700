// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/topology/topologymatch.h"

namespace lockstep {

EntityRef counterpart(const Topology& from, EntityRef ref, const Topology& to)
{
    // Entities nearly always have the same index on both sides. This is checked first, because comparing names is
    // slower.
    if (to.contains(ref) && to.name(ref) == from.name(ref)) {
        const EntityRef ours = from.parent(ref);
        const EntityRef theirs = to.parent(ref);
        if (ref.kind == EntityKind::Node || (!from.contains(ours) && !to.contains(theirs))
            || (from.contains(ours) && ours == theirs && counterpart(from, ours, to) == theirs))
            return ref;
    }
    if (ref.kind == EntityKind::Node)
        return to.findNode(from.name(ref));
    const EntityRef parent = from.contains(from.parent(ref)) ? counterpart(from, from.parent(ref), to) : EntityRef{};
    if (from.contains(from.parent(ref)) && !parent.isValid())
        return {ref.kind};
    return to.find(ref.kind, parent, from.name(ref));
}

TopologyMatches matchTopologies(const Topology& here, const Topology& there)
{
    TopologyMatches matches;
    for (std::size_t kind = 0; kind < entityKindCount; ++kind) {
        TopologyMatch& match = matches[kind];
        const auto count = static_cast<std::uint32_t>(here.count(static_cast<EntityKind>(kind)));
        for (std::uint32_t index = 0; index < count; ++index) {
            const bool isCommon = counterpart(here, {static_cast<EntityKind>(kind), index}, there).isValid();
            ++(isCommon ? match.common : match.onlyHere);
        }
        match.onlyThere = there.count(static_cast<EntityKind>(kind)) - match.common;
    }
    return matches;
}

} // namespace lockstep
