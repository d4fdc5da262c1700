// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/sync/live/sharedswitch.h"

#include "models/analysis/detect/baseline/placetext.h"

#include <algorithm>
#include <set>

namespace lockstep {

namespace {

constexpr std::size_t switchesNamed = 4;

/// The switch at the far end of a port's link; invalid: none.
EntityRef switchBehind(const Topology& topology, EntityRef port)
{
    const EntityRef far = topology.peer(port);
    return topology.contains(far) ? topology.ancestor(far, EntityKind::Switch) : EntityRef{};
}

/// The switches that a rank uses: those of the GPU's own NIC, if it has one.
std::set<EntityRef> switchesOfRank(const Topology& topology, EntityRef rank)
{
    const EntityRef node = topology.ancestor(rank, EntityKind::Node);
    std::vector<EntityRef> gpus;
    std::vector<EntityRef> leaves;
    for (const EntityRef child : node.isValid() ? topology.children(node) : std::span<const EntityRef>()) {
        if (child.kind == EntityKind::Gpu)
            gpus.push_back(child);
        const EntityRef leaf = child.kind == EntityKind::Port ? switchBehind(topology, child) : EntityRef{};
        if (leaf.isValid())
            leaves.push_back(leaf);
    }
    const auto slot = std::ranges::find(gpus, rank);
    if (slot != gpus.end() && gpus.size() == leaves.size())
        return {leaves[static_cast<std::size_t>(slot - gpus.begin())]};
    return {leaves.begin(), leaves.end()};
}

std::set<EntityRef> switchesOfGroup(const Topology& topology, const GroupPlaces& group)
{
    std::set<EntityRef> nodes;
    std::set<EntityRef> leaves;
    for (const EntityRef rank : group) {
        if (!topology.contains(rank))
            continue;
        nodes.insert(topology.ancestor(rank, EntityKind::Node));
        leaves.merge(switchesOfRank(topology, rank));
    }
    return nodes.size() > 1 ? leaves : std::set<EntityRef>();
}

} // namespace

std::string sharedSwitchText(const Topology& topology, std::span<const GroupPlaces> affected,
                             std::span<const GroupPlaces> others)
{
    if (affected.empty())
        return {};
    std::set<EntityRef> shared = switchesOfGroup(topology, affected.front());
    for (const GroupPlaces& group : affected) {
        const std::set<EntityRef> its = switchesOfGroup(topology, group);
        std::erase_if(shared, [&](EntityRef leaf) { return !its.contains(leaf); });
    }
    std::vector<std::set<EntityRef>> elsewhere;
    for (const GroupPlaces& group : others)
        elsewhere.push_back(switchesOfGroup(topology, group));
    std::erase_if(shared, [&](EntityRef leaf) {
        const auto users = std::ranges::count_if(elsewhere, [&](const auto& its) { return its.contains(leaf); });
        return 2 * static_cast<std::size_t>(users) > elsewhere.size();
    });
    if (shared.empty() || shared.size() > switchesNamed)
        return {};
    std::vector<std::string> names;
    for (const EntityRef leaf : shared)
        names.push_back(topology.name(leaf));
    return ", all of them through " + someOf(names);
}

} // namespace lockstep
