// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/topology/topology.h"

#include <algorithm>

namespace lockstep {

std::span<const EntityRef> Topology::children(EntityRef ref) const
{
    return m_children[static_cast<std::size_t>(ref.kind)][ref.index];
}

EntityRef Topology::ancestor(EntityRef ref, EntityKind kind) const
{
    while (contains(ref) && ref.kind != kind)
        ref = parent(ref);
    return contains(ref) ? ref : EntityRef{kind};
}

std::string Topology::path(EntityRef ref) const
{
    std::string path;
    for (; contains(ref); ref = parent(ref))
        path.insert(0, path.empty() ? name(ref) : name(ref) + " / ");
    return path;
}

EntityRef Topology::find(EntityKind kind, EntityRef parent, std::string_view name) const
{
    if (kind == EntityKind::Cluster)
        return count(kind) > 0 && name == wholeCluster ? EntityRef{kind, 0} : EntityRef{kind};
    const auto candidates = contains(parent) ? children(parent) : roots();
    const auto found
        = std::ranges::find_if(candidates, [&](EntityRef ref) { return ref.kind == kind && this->name(ref) == name; });
    return found == candidates.end() ? EntityRef{kind} : *found;
}

EntityRef Topology::findNode(std::string_view name) const
{
    const auto& nodes = table(EntityKind::Node);
    const auto found = std::ranges::find(nodes, name, &EntityInfo::name);
    return found == nodes.end() ? EntityRef{}
                                : EntityRef{EntityKind::Node, static_cast<std::uint32_t>(found - nodes.begin())};
}

} // namespace lockstep
