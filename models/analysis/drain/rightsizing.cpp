// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/drain/rightsizing.h"

#include "models/analysis/causality/dependencygraph.h"
#include "models/core/units.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace lockstep {

namespace {

std::size_t gpusOfNode(const Topology& topology, EntityRef node)
{
    return static_cast<std::size_t>(std::ranges::count(topology.children(node), EntityKind::Gpu, &EntityRef::kind));
}

EntityRef nodeOf(const Topology& topology, EntityRef place)
{
    return topology.contains(place) ? topology.ancestor(place, EntityKind::Node) : EntityRef{};
}

/// Leaves and rails of a job's rings.
class Fabric
{
public:
    explicit Fabric(const DependencyGraph& graph) : m_graph(graph), m_topology(graph.topology()) { }

    /// The leaves of a GPU: of the NIC in its slot if there are as many NICs as GPUs, otherwise of all NICs of its
    /// node.
    const std::set<EntityRef>& leavesOf(EntityRef gpu)
    {
        const auto [known, isNew] = m_leaves.try_emplace(gpu);
        if (!isNew)
            return known->second;
        std::vector<EntityRef> leaves;
        std::size_t slot = 0;
        std::size_t gpus = 0;
        for (const EntityRef child : m_topology.children(nodeOf(m_topology, gpu))) {
            slot = child == gpu ? gpus : slot;
            gpus += child.kind == EntityKind::Gpu ? 1 : 0;
            const EntityRef far = child.kind == EntityKind::Port ? m_topology.peer(child) : EntityRef{};
            if (const EntityRef leaf = m_topology.contains(far) ? m_topology.ancestor(far, EntityKind::Switch) : far;
                leaf.isValid())
                leaves.push_back(leaf);
        }
        if (leaves.size() == gpus && gpus > 1)
            known->second.insert(leaves[slot]);
        else
            known->second.insert(leaves.begin(), leaves.end());
        return known->second;
    }

    [[nodiscard]] bool share(EntityRef one, EntityRef other)
    {
        const std::set<EntityRef>& others = leavesOf(other);
        return std::ranges::any_of(leavesOf(one), [&](EntityRef leaf) { return others.contains(leaf); });
    }

    /// Whether two GPUs have no common rail.
    [[nodiscard]] bool changesRail(EntityRef one, EntityRef other)
    {
        return std::ranges::none_of(leavesOf(one), [&](EntityRef here) {
            return std::ranges::any_of(
                leavesOf(other), [&](EntityRef there) { return m_graph.planeOf(here) == m_graph.planeOf(there); });
        });
    }

    [[nodiscard]] std::size_t nodesOfLeaf(EntityRef leaf) const
    {
        std::set<EntityRef> nodes;
        for (const EntityRef port : m_topology.children(leaf)) {
            const EntityRef far = port.kind == EntityKind::Port ? m_topology.peer(port) : EntityRef{};
            if (const EntityRef node = nodeOf(m_topology, far); node.isValid())
                nodes.insert(node);
        }
        return nodes.size();
    }

private:
    const DependencyGraph& m_graph;
    const Topology& m_topology;
    std::map<EntityRef, std::set<EntityRef>> m_leaves; ///< by GPU
};

void addGroup(const PlacedGroup& group, Fabric& fabric, const Topology& topology, Placement& out)
{
    std::vector<EntityRef> ring;
    std::ranges::copy_if(*group.gpus, std::back_inserter(ring),
                         [&](EntityRef gpu) { return nodeOf(topology, gpu).isValid(); });
    if (ring.size() < 2 || ring.size() < group.gpus->size())
        return; // unknown if a member is unknown
    ++out.groups;
    std::set<EntityRef> nodes;
    for (const EntityRef gpu : ring)
        nodes.insert(nodeOf(topology, gpu));
    const std::size_t ofNode = gpusOfNode(topology, *nodes.begin());
    if (ofNode > 0 && ring.size() % ofNode != 0 && ofNode % ring.size() != 0)
        ++out.uneven;
    if (nodes.size() < 2)
        return;
    out.split += ring.size() <= ofNode ? 1 : 0;
    std::size_t crossing = 0;
    bool isAcrossRails = false;
    std::set<EntityRef> leaves;
    for (std::size_t at = 0; at < ring.size(); ++at) {
        const EntityRef here = ring[at];
        const EntityRef there = ring[(at + 1) % ring.size()];
        const auto& its = fabric.leavesOf(here);
        leaves.insert(its.begin(), its.end());
        if (nodeOf(topology, here) == nodeOf(topology, there) || its.empty() || fabric.leavesOf(there).empty())
            continue;
        ++out.hops;
        crossing += fabric.share(here, there) ? 0 : 1;
        isAcrossRails = isAcrossRails || fabric.changesRail(here, there);
    }
    std::size_t largest = 0;
    for (const EntityRef leaf : leaves)
        largest = std::max(largest, fabric.nodesOfLeaf(leaf));
    const std::size_t wanted = largest > 0 ? (nodes.size() + largest - 1) / largest : 1;
    const std::size_t min = std::min(crossing, wanted > 1 ? wanted : 0); // a ring over several leaves enters each at
                                                                         // least once
    out.crossing += crossing;
    out.minCrossing += min;
    out.acrossLeaves += crossing > 0 ? 1 : 0;
    out.acrossRails += isAcrossRails ? 1 : 0;
    if (std::isnan(group.traffic))
        return;
    out.hasTraffic = true;
    out.crossingTraffic += static_cast<double>(group.traffic) * static_cast<double>(crossing);
    out.sparedTraffic += static_cast<double>(group.traffic) * static_cast<double>(crossing - min);
}

std::string countText(std::size_t count)
{
    return formatNumber(static_cast<double>(count));
}

std::string ofText(std::size_t some, std::size_t all)
{
    return some == 0 ? fmt::format("none of {}", countText(all))
                     : fmt::format("{} of {}", countText(some), countText(all));
}

std::string bytesText(double bytesPerSecond)
{
    return formatQuantity(bytesPerSecond, Unit::BytesPerSecond);
}

Figure betterFigure(const Placement& its)
{
    const std::size_t spared = its.crossing - its.minCrossing;
    Figure figure{"Better placement",
                  spared == 0 ? "none: no ring crosses the spine more often than necessary"
                              : fmt::format("{} fewer hops over the spine", countText(spared)),
                  true,
                  "crossing hops − fewest crossing hops of any placement. A ring over n leaves crosses n times, where "
                  "n = (nodes of the communicator / nodes per leaf), rounded up; on one leaf, it never crosses.",
                  {{"crossing hops", countText(its.crossing)}, {"least", countText(its.minCrossing)}}};
    if (spared > 0 && its.hasTraffic) {
        figure.value += fmt::format(", saves {}", bytesText(its.sparedTraffic));
        figure.inputs.emplace_back("crosses now", bytesText(its.crossingTraffic));
        figure.inputs.emplace_back("traffic per hop", "traffic of each member of the communicator, averaged over 30 s");
    }
    return figure;
}

} // namespace

Placement placementOf(const ObservedJob& job, const std::vector<PlacedGroup>& groups, const DependencyGraph& graph)
{
    const Topology& topology = graph.topology();
    Placement placement;
    std::set<EntityRef> nodes;
    for (const EntityRef place : job.places) {
        if (const EntityRef node = nodeOf(topology, place); node.isValid())
            nodes.insert(node);
        placement.gpus += place.kind == EntityKind::Gpu ? 1 : 0;
    }
    placement.nodes = nodes.size();
    for (const EntityRef node : nodes)
        placement.gpusOfNodes += gpusOfNode(topology, node);
    for (const ObservedJob& other : graph.jobs()) {
        if (other.name == job.name)
            continue;
        placement.gpusOfOthers += static_cast<std::size_t>(std::ranges::count_if(other.places, [&](EntityRef place) {
            return place.kind == EntityKind::Gpu && nodes.contains(nodeOf(topology, place));
        }));
        if (graph.shareSwitch(job.name, other.name))
            placement.contenders.push_back(other.name);
    }
    placement.isCabled
        = std::ranges::any_of(graph.baseOf(job.name), [](EntityRef each) { return each.kind == EntityKind::Switch; });
    for (const DependencyGraph::SharedLinks& pair : graph.sharedLinks()) {
        if (pair.one == job.name || pair.other == job.name)
            placement.shared.push_back({pair.one == job.name ? pair.other : pair.one, pair.links.size()});
    }
    std::ranges::stable_sort(placement.shared, std::ranges::greater(), &Placement::Shared::links);
    Fabric fabric(graph);
    for (const PlacedGroup& group : groups)
        addGroup(group, fabric, topology, placement);
    return placement;
}

FigureGroup placementFigures(const Placement& its)
{
    FigureGroup group{"Placement", {}};
    const std::size_t rest = its.gpusOfNodes - std::min(its.gpusOfNodes, its.gpus + its.gpusOfOthers);
    group.figures.push_back({"Unused GPUs of its nodes",
                             ofText(rest, its.gpusOfNodes),
                             true,
                             "GPUs of its nodes − the job's own GPUs − GPUs of other reporting jobs",
                             {{"nodes", countText(its.nodes)},
                              {"its own", countText(its.gpus)},
                              {"of others", countText(its.gpusOfOthers)}}});
    if (its.groups == 0) {
        group.figures.push_back(unknownFigure("Communicators", "no data: its ranks report no collectives"));
    } else {
        group.figures.push_back({"Communicators whose size does not fit the nodes",
                                 ofText(its.uneven, its.groups),
                                 true,
                                 "communicators whose size is neither a divisor nor a multiple of the GPUs per node",
                                 {}});
        group.figures.push_back(
            {"Split communicators that would fit into a node",
             ofText(its.split, its.groups),
             true,
             "communicators that span several nodes, but have at most as many members as a node has GPUs",
             {}});
        if (its.hops == 0) {
            group.figures.push_back({"Communicators across leaf switches",
                                     "none: no communicator spans several nodes, or the cabling is unknown",
                                     true,
                                     {},
                                     {}});
        } else {
            group.figures.push_back({"Communicators across rails",
                                     ofText(its.acrossRails, its.groups),
                                     true,
                                     "ring neighbours whose NICs are on different rails",
                                     {}});
            group.figures.push_back(
                {"Communicators across leaf switches",
                 ofText(its.acrossLeaves, its.groups),
                 true,
                 "ring neighbours on different nodes whose NICs are on different leaf switches",
                 {{"hops between nodes", countText(its.hops)}, {"hops over the spine", countText(its.crossing)}}});
            group.figures.push_back(betterFigure(its));
        }
    }
    std::string names;
    for (const std::string& name : its.contenders)
        names += (names.empty() ? "" : ", ") + name;
    group.figures.push_back({"Shares switches with",
                             names.empty() ? "no reporting job" : names,
                             true,
                             "jobs whose traffic crosses a common leaf or spine",
                             {}});
    std::string links;
    for (const Placement::Shared& other : its.shared)
        links += fmt::format("{}{} ({} link{})", links.empty() ? "" : ", ", other.job, other.links,
                             other.links == 1 ? "" : "s");
    group.figures.push_back(
        {"Competes for links with",
         links.empty() ? "no reporting job" : links,
         true,
         "links between nodes, leaves and spines that carry traffic of both jobs, derived from placement and cabling",
         {}});
    return group;
}

} // namespace lockstep
