// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/incidents/entityname.h"

#include <string_view>
#include <vector>

namespace lockstep {

namespace {

constexpr std::string_view separator = " / ";

std::vector<std::string_view> partsOf(std::string_view path)
{
    std::vector<std::string_view> parts;
    for (std::size_t at = path.find(separator); at != std::string_view::npos; at = path.find(separator)) {
        parts.push_back(path.substr(0, at));
        path.remove_prefix(at + separator.size());
    }
    parts.push_back(path);
    return parts;
}

/// A child by name, of any kind; the last part must be of the requested kind.
EntityRef childOf(const Topology& topology, EntityRef parent, std::string_view name, EntityKind last, bool isLast)
{
    if (isLast)
        return topology.find(last, parent, name);
    for (std::size_t kind = 0; kind < entityKindCount; ++kind) {
        const EntityRef found = topology.find(static_cast<EntityKind>(kind), parent, name);
        if (found.isValid())
            return found;
    }
    return {};
}

EntityRef walk(const Topology& topology, EntityRef from, std::span<const std::string_view> parts, EntityKind kind)
{
    EntityRef at = from;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        at = childOf(topology, at, parts[i], kind, i + 1 == parts.size());
        if (!at.isValid())
            return {};
    }
    return at;
}

} // namespace

EntityName nameOf(const Topology& topology, EntityRef entity)
{
    return {entity.kind, topology.contains(entity) ? topology.path(entity) : std::string()};
}

EntityRef findEntity(const Topology& topology, const EntityName& name)
{
    const std::vector<std::string_view> parts = partsOf(name.path);
    if (const EntityRef found = walk(topology, {}, parts, name.kind); found.isValid())
        return found;
    // Nodes may move to other racks, but their names stay the same.
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const EntityRef node = topology.findNode(parts[i]);
        if (!node.isValid())
            continue;
        if (i + 1 == parts.size())
            return name.kind == EntityKind::Node ? node : EntityRef{};
        return walk(topology, node, std::span(parts).subspan(i + 1), name.kind);
    }
    return {};
}

} // namespace lockstep
