// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/detect/watch/silentplace.h"

#include "models/core/topology/reporters.h"
#include "models/core/topology/siteplan.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace lockstep {

namespace {

EntityRef rackOf(const Topology& topology, std::uint32_t node)
{
    return knownRackOf(topology, {EntityKind::Node, node});
}

/// The switches at the far ends of a node's links.
std::set<EntityRef> switchesOf(const Topology& topology, std::uint32_t node)
{
    std::set<EntityRef> devices;
    for (const EntityRef port : topology.children({EntityKind::Node, node})) {
        const EntityRef far = port.kind == EntityKind::Port ? topology.peer(port) : EntityRef{};
        const EntityRef device = topology.contains(far) ? topology.ancestor(far, EntityKind::Switch) : EntityRef{};
        if (device.isValid())
            devices.insert(device);
    }
    return devices;
}

/// The switch to which all silent nodes and no others are connected. If there are several (the leaves of each rail),
/// none.
EntityRef switchOfAll(const Topology& topology, std::span<const std::uint32_t> silent,
                      std::span<const std::uint32_t> watched)
{
    std::map<EntityRef, std::size_t> hangAt; // watched nodes by switch
    for (const std::uint32_t node : watched) {
        for (const EntityRef device : switchesOf(topology, node))
            ++hangAt[device];
    }
    std::map<EntityRef, std::size_t> shared;
    for (const std::uint32_t node : silent) {
        for (const EntityRef device : switchesOf(topology, node))
            ++shared[device];
    }
    std::erase_if(
        shared, [&](const auto& each) { return each.second != silent.size() || hangAt[each.first] != silent.size(); });
    return shared.size() == 1 ? shared.begin()->first : EntityRef{};
}

/// The power feed of all silent nodes and no others. Racks with two feeds do not count.
std::string feedOfAll(const Topology& topology, std::span<const std::uint32_t> silent,
                      std::span<const std::uint32_t> watched)
{
    if (!topology.plan())
        return {};
    const auto countOn = [&](const PowerFeed& feed, std::span<const std::uint32_t> nodes) {
        return static_cast<std::size_t>(std::ranges::count_if(nodes, [&](std::uint32_t node) {
            const EntityRef rack = rackOf(topology, node);
            return rack.isValid() && std::ranges::find(feed.racks, topology.name(rack)) != feed.racks.end();
        }));
    };
    std::vector<std::string> feeds;
    for (const PowerFeed& feed : topology.plan()->feeds) {
        if (countOn(feed, silent) == silent.size() && countOn(feed, watched) == silent.size())
            feeds.push_back(feed.name);
    }
    return feeds.size() == 1 ? feeds.front() : std::string();
}

std::string rowOfAll(const Topology& topology, std::span<const std::uint32_t> silent,
                     std::span<const std::uint32_t> watched)
{
    const auto rowOf = [&](std::uint32_t node) {
        const EntityRef rack = rackOf(topology, node);
        return rack.isValid() ? topology.rackPlace(rack).row : std::string();
    };
    const std::string row = rowOf(silent.front());
    const auto isIn = [&](std::uint32_t node) {
        return rowOf(node) == row;
    };
    const bool isAll = !row.empty() && std::ranges::all_of(silent, isIn)
        && static_cast<std::size_t>(std::ranges::count_if(watched, isIn)) == silent.size();
    return isAll ? row : std::string();
}

} // namespace

std::vector<EntityRef> racksOf(const Topology& topology, std::span<const std::uint32_t> nodes)
{
    std::set<EntityRef> racks;
    for (const std::uint32_t node : nodes)
        racks.insert(rackOf(topology, node));
    return {racks.begin(), racks.end()};
}

SilentPlace silentPlace(const Topology& topology, std::span<const std::uint32_t> silent,
                        std::span<const std::uint32_t> watched)
{
    const std::size_t count = silent.size();
    if (count == 1)
        return {{EntityKind::Node, silent.front()}, topology.name({EntityKind::Node, silent.front()}), true};
    const std::vector<EntityRef> racks = racksOf(topology, silent);
    const bool isOneRack = racks.size() == 1 && racks.front().isValid();
    if (isOneRack) // named in the text beside the nodes
        return {racks.front(), fmt::format("{} nodes", count), true};
    if (count == watched.size())
        return {{}, fmt::format("All {} nodes", count), true};
    if (const EntityRef device = switchOfAll(topology, silent, watched); device.isValid())
        return {device, fmt::format("All {} nodes at switch {}", count, topology.name(device)), true};
    if (const std::string feed = feedOfAll(topology, silent, watched); !feed.empty())
        return {{}, fmt::format("All {} nodes of power feed {}", count, feed), true};
    if (const std::string row = rowOfAll(topology, silent, watched); !row.empty())
        return {{}, fmt::format("All {} nodes of row {}", count, row), true};
    const bool isAllPlaced = std::ranges::all_of(racks, &EntityRef::isValid);
    return {{},
            isAllPlaced ? fmt::format("{} nodes in {} racks", count, racks.size()) : fmt::format("{} nodes", count),
            false};
}

} // namespace lockstep
