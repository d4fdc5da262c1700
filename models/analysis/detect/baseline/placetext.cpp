// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/detect/baseline/placetext.h"

#include <fmt/format.h>

namespace lockstep {

std::string placeText(const Topology& topology, EntityRef entity)
{
    const std::string& name = topology.name(entity);
    if (entity.kind == EntityKind::Rack)
        return "Rack " + name;
    if (entity.kind == EntityKind::Loop)
        return "Loop " + name;
    const EntityRef node = topology.ancestor(entity, EntityKind::Node);
    if (!node.isValid())
        return topology.path(entity);
    if (node == entity)
        return name;
    // The name alone is ambiguous: each GPU has an "nvlink3".
    const EntityRef owner = topology.parent(entity);
    const std::string place = topology.name(node) + ' ';
    return owner.isValid() && owner != node ? place + topology.name(owner) + ' ' + name : place + name;
}

std::string abbreviatedList(const std::vector<std::string>& names)
{
    constexpr std::size_t few = 3;
    const std::size_t named = names.size() <= few + 1 ? names.size() : few;
    std::string text;
    for (std::size_t at = 0; at < named; ++at)
        text += (at == 0 ? "" : at + 1 == names.size() ? " and " : ", ") + names[at];
    return named == names.size() ? text : fmt::format("{} and {} more", text, names.size() - named);
}

} // namespace lockstep
