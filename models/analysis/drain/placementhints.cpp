// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/drain/placementhints.h"

#include "models/analysis/causality/causes.h"
#include "models/analysis/causality/dependencygraph.h"
#include "models/core/metric.h"
#include "models/core/metrics/metricnames.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace lockstep {

namespace {

using Excluded = NodeHint::Excluded;

/// Newest values of the metrics that placement uses.
class Newest
{
public:
    explicit Newest(const PlacementFacts& facts) : m_facts(facts) { }

    [[nodiscard]] double of(std::string_view metric, EntityRef entity)
    {
        const auto [known, isNew] = m_columns.try_emplace(metric);
        if (isNew)
            known->second = m_facts.newestOf(metric);
        return static_cast<double>(entity.index < known->second.size() ? known->second[entity.index] : noData);
    }

private:
    const PlacementFacts& m_facts;
    std::map<std::string_view, std::vector<float>> m_columns;
};

std::vector<EntityRef> partsOf(const Topology& topology, EntityRef node, EntityKind kind)
{
    std::vector<EntityRef> parts;
    std::ranges::copy_if(topology.children(node), std::back_inserter(parts),
                         [kind](EntityRef part) { return part.kind == kind; });
    return parts;
}

std::vector<EntityRef> leavesOf(const Topology& topology, EntityRef node)
{
    std::set<EntityRef> leaves;
    for (const EntityRef port : partsOf(topology, node, EntityKind::Port)) {
        const EntityRef far = topology.peer(port);
        const EntityRef leaf = topology.contains(far) ? topology.ancestor(far, EntityKind::Switch) : EntityRef{};
        if (leaf.isValid())
            leaves.insert(leaf);
    }
    return {leaves.begin(), leaves.end()};
}

double headroomOf(Newest& newest, EntityRef gpu, HeadroomKind kind)
{
    using namespace metrics::gpu;
    const double now = newest.of(temperature, gpu);
    const double limit = newest.of(temperatureSlowdownLimit, gpu);
    switch (kind) {
    case HeadroomKind::Predicted:
        return limit - now - newest.of(thermalResistance, gpu) * (newest.of(powerLimit, gpu) - newest.of(power, gpu));
    case HeadroomKind::Present: {
        const double margin = newest.of(temperatureMargin, gpu);
        return std::isnan(margin) ? limit - now : margin;
    }
    case HeadroomKind::Temperature:
        return -now;
    case HeadroomKind::Unknown:
        break;
    }
    return std::nan("");
}

/// Headroom of the hottest GPU; nullopt: unknown for one of the GPUs.
std::optional<double> headroomOf(Newest& newest, const Topology& topology, EntityRef node, HeadroomKind kind)
{
    std::optional<double> least;
    for (const EntityRef gpu : partsOf(topology, node, EntityKind::Gpu)) {
        const double its = headroomOf(newest, gpu, kind);
        if (std::isnan(its))
            return std::nullopt;
        least = std::min(its, least.value_or(its));
    }
    return least;
}

/// Applies the best method that is available for at least half of the nodes; other nodes remain unknown.
HeadroomKind findHeadroom(Newest& newest, const Topology& topology, std::vector<NodeHint>& nodes)
{
    for (const HeadroomKind kind : {HeadroomKind::Predicted, HeadroomKind::Present, HeadroomKind::Temperature}) {
        std::size_t known = 0;
        for (NodeHint& hint : nodes) {
            hint.headroom = headroomOf(newest, topology, hint.node, kind);
            known += hint.headroom ? 1 : 0;
        }
        if (known > 0 && known * 2 >= nodes.size())
            return kind;
    }
    return HeadroomKind::Unknown;
}

/// Nodes on which jobs run, and the first of these jobs.
std::map<EntityRef, std::string> holdersOf(const PlacementFacts& facts)
{
    const Topology& topology = facts.graph.topology();
    std::map<EntityRef, std::string> holders;
    for (const DrainedJob& job : facts.jobs) {
        for (const EntityRef place : job.places) {
            const EntityRef node = topology.contains(place) ? topology.ancestor(place, EntityKind::Node) : EntityRef{};
            if (node.isValid())
                holders.try_emplace(node, job.name);
        }
    }
    return holders;
}

/// Effect of an alert on a node's suitability.
enum class Bearing : std::uint8_t { None, Remark, Excludes };

Bearing bearingOn(const NodeHint& hint, std::span<const DependencyGraph::Upstream> upstream, const Alert& alert,
                  const Topology& topology)
{
    const CauseRow* const row = causeRow(std::string_view(alert.kind));
    if (row != nullptr && (row->isOfJob || (row->impact == Impact::None && row->takes == Takes::Nothing)))
        return Bearing::None; // the cause is a program, or no part of a node
    for (const EntityRef culprit : alert.entities) {
        if (!topology.contains(culprit))
            continue;
        const EntityRef far = culprit.kind == EntityKind::Port ? topology.peer(culprit) : EntityRef{};
        const bool isOnNode = topology.ancestor(culprit, EntityKind::Node) == hint.node
            || (topology.contains(far) && topology.ancestor(far, EntityKind::Node) == hint.node);
        if (isOnNode)
            return alert.end ? Bearing::Remark : Bearing::Excludes;
        const bool isUpstream
            = std::ranges::find(upstream, culprit, &DependencyGraph::Upstream::entity) != upstream.end()
            || std::ranges::binary_search(hint.leaves, culprit);
        if (isUpstream && !alert.end)
            return Bearing::Remark;
    }
    return Bearing::None;
}

void judgeAlerts(const PlacementFacts& facts, NodeHint& hint)
{
    const std::vector<DependencyGraph::Upstream> upstream = facts.graph.upstreamOf(hint.node);
    for (const Alert& alert : facts.alerts) {
        const Bearing bearing = bearingOn(hint, upstream, alert, facts.graph.topology());
        if (bearing == Bearing::Excludes && hint.excluded == Excluded::No) {
            hint.excluded = Excluded::Faulty;
            hint.because = alert.title;
        } else if (bearing == Bearing::Remark) {
            hint.remarks.push_back(alert.title);
        }
    }
}

NodeHint judged(const PlacementFacts& facts, Newest& newest, const std::map<EntityRef, std::string>& holders,
                EntityRef node)
{
    const Topology& topology = facts.graph.topology();
    const auto gpus = partsOf(topology, node, EntityKind::Gpu);
    NodeHint hint{node, Excluded::No, {}, {}, leavesOf(topology, node)};
    const auto holder = holders.find(node);
    if (newest.of(metrics::node::drained, node) > 0) {
        hint.excluded = Excluded::Drained;
    } else if (std::ranges::all_of(gpus, [&](EntityRef gpu) {
                   return std::isnan(newest.of(metrics::gpu::utilisation, gpu))
                       && std::isnan(newest.of(metrics::gpu::temperature, gpu));
               })) {
        hint.excluded = Excluded::Silent;
    } else if (holder != holders.end() || newest.of(metrics::node::gpusAllocated, node) > 0) {
        hint.excluded = Excluded::Held;
        hint.because = holder != holders.end() ? holder->second : "a job, according to the scheduler";
    }
    judgeAlerts(facts, hint);
    for (const EntityRef port : partsOf(topology, node, EntityKind::Port)) {
        if (hint.excluded == Excluded::No && topology.peer(port).isValid() && newest.of(metrics::port::up, port) == 0) {
            hint.excluded = Excluded::PortDown;
            hint.because = topology.name(port);
        }
    }
    return hint;
}

/// Free nodes on the same leaves, best first.
struct LeafGroup
{
    std::vector<NodeHint> nodes;

    /// Remarks and negative headroom of the first nodes: less is better.
    [[nodiscard]] std::pair<std::size_t, double> cost(std::size_t count) const
    {
        std::pair<std::size_t, double> sum{};
        for (const NodeHint& hint : std::span(nodes).first(std::min(count, nodes.size()))) {
            sum.first += hint.remarks.size();
            sum.second -= hint.headroom.value_or(0);
        }
        return sum;
    }
};

std::vector<NodeHint> inOrder(std::vector<NodeHint> free, const Topology& topology, std::size_t wanted)
{
    std::map<std::vector<EntityRef>, LeafGroup> byLeaves;
    for (NodeHint& hint : free)
        byLeaves[hint.leaves].nodes.push_back(std::move(hint));
    std::vector<LeafGroup> groups;
    for (auto& [leaves, group] : byLeaves) {
        std::ranges::sort(group.nodes, {}, [&topology](const NodeHint& hint) {
            return std::tuple(hint.remarks.size(), !hint.headroom, -hint.headroom.value_or(0),
                              std::string_view(topology.name(hint.node)));
        });
        for (NodeHint& hint : group.nodes)
            hint.neighbours = leaves.empty() ? 0 : group.nodes.size() - 1;
        groups.push_back(std::move(group));
    }
    std::ranges::stable_sort(groups, {}, [wanted](const LeafGroup& group) {
        const bool isKnown = !group.nodes.front().leaves.empty();
        const bool hasRoom = isKnown && group.nodes.size() >= wanted;
        // With room for the whole job, the best nodes count; otherwise the number of groups.
        return std::tuple(!isKnown, !hasRoom, hasRoom ? 0 : -static_cast<std::ptrdiff_t>(group.nodes.size()),
                          group.cost(wanted));
    });
    std::vector<NodeHint> ordered;
    for (LeafGroup& group : groups)
        std::ranges::move(group.nodes, std::back_inserter(ordered));
    return ordered;
}

} // namespace

std::size_t PlacementHints::leafGroups(std::size_t nodes) const
{
    std::set<std::vector<EntityRef>> groups;
    for (const NodeHint& hint : std::span(free).first(std::min(nodes, free.size())))
        groups.insert(hint.leaves);
    return groups.contains({}) ? 0 : groups.size();
}

PlacementHints placementHints(const PlacementFacts& facts, std::size_t nodes)
{
    const Topology& topology = facts.graph.topology();
    const std::map<EntityRef, std::string> holders = holdersOf(facts);
    Newest newest(facts);
    PlacementHints hints;
    for (std::uint32_t index = 0; index < topology.count(EntityKind::Node); ++index) {
        const EntityRef node{EntityKind::Node, index};
        if (partsOf(topology, node, EntityKind::Gpu).empty())
            continue;
        NodeHint hint = judged(facts, newest, holders, node);
        (hint.excluded == Excluded::No ? hints.free : hints.excluded).push_back(std::move(hint));
    }
    hints.headroom = findHeadroom(newest, topology, hints.free);
    hints.free = inOrder(std::move(hints.free), topology, nodes);
    return hints;
}

} // namespace lockstep
