// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/drain/drainqueue.h"

#include "models/core/eventcodes.h"

#include <algorithm>
#include <tuple>

namespace lockstep {

namespace {

/// A cause with more nodes is a fault of a rack or hall, not a reason to drain.
constexpr std::size_t maxNodes = 64;

/// The nodes of culprits, or at the ends of their links.
std::vector<EntityRef> nodesOf(const Alert& alert, const Topology& topology)
{
    std::vector<EntityRef> nodes;
    const auto add = [&](EntityRef entity) {
        const EntityRef node = topology.contains(entity) ? topology.ancestor(entity, EntityKind::Node) : EntityRef{};
        if (node.isValid())
            nodes.push_back(node);
        return node.isValid();
    };
    for (const EntityRef culprit : alert.entities) {
        if (!add(culprit) && culprit.kind == EntityKind::Port && topology.contains(culprit))
            add(topology.peer(culprit));
    }
    std::ranges::sort(nodes);
    const auto twice = std::ranges::unique(nodes);
    nodes.erase(twice.begin(), twice.end());
    return nodes;
}

bool runsOn(const DrainedJob& job, std::span<const EntityRef> nodes, const Topology& topology)
{
    return std::ranges::any_of(job.places, [&](EntityRef place) {
        const EntityRef node = topology.contains(place) ? topology.ancestor(place, EntityKind::Node) : EntityRef{};
        return std::ranges::find(nodes, node) != nodes.end();
    });
}

std::size_t gpusOf(EntityRef node, const Topology& topology)
{
    return static_cast<std::size_t>(std::ranges::count(topology.children(node), EntityKind::Gpu, &EntityRef::kind));
}

/// Whether there are enough idle nodes with as many GPUs.
bool haveSpares(std::span<const EntityRef> nodes, std::span<const EntityRef> idle, const Topology& topology)
{
    std::vector<EntityRef> left(idle.begin(), idle.end());
    std::erase_if(left, [&](EntityRef each) { return std::ranges::find(nodes, each) != nodes.end(); });
    return std::ranges::all_of(nodes, [&](EntityRef node) {
        const auto spare = std::ranges::find_if(
            left, [&](EntityRef each) { return gpusOf(each, topology) == gpusOf(node, topology); });
        if (spare == left.end())
            return false;
        left.erase(spare);
        return true;
    });
}

bool standsStill(const Alert& alert)
{
    return std::ranges::any_of(
        alert.chain, [](const Alert::Stage& stage) { return !stage.isOver && stage.fields.variant == variants::hang; });
}

DrainEntry entryOf(const Alert& alert, std::span<const DrainedJob> jobs, std::span<const DrainLoss> losses,
                   std::span<const EntityRef> idleNodes, const Topology& topology)
{
    DrainEntry entry{alert, remedyOf(alert), {}, {}, false, {}, {}};
    entry.nodes = nodesToDrain(alert, topology);
    if (entry.nodes.empty())
        return entry;
    entry.hasSpares = haveSpares(entry.nodes, idleNodes, topology);
    const DrainedJob* largest = nullptr;
    for (const DrainedJob& each : jobs) {
        if (runsOn(each, entry.nodes, topology) && (largest == nullptr || each.its.gpus > largest->its.gpus))
            largest = &each;
    }
    if (largest == nullptr)
        return entry;
    entry.job = largest->name;
    entry.its = largest->its;
    entry.its.hasSpare = entry.hasSpares;
    entry.its.mendSeconds = entry.remedy.mendSeconds;
    const auto loss = std::ranges::find(losses, alert.key, &DrainLoss::key);
    if (standsStill(alert)) {
        entry.its.runs = false;
        entry.its.lostShare = 1;
    } else if (loss != losses.end() && loss->gpus && entry.its.gpus > 0) {
        entry.its.lostShare = std::clamp(*loss->gpus / entry.its.gpus, 0.0, 1.0);
    }
    entry.verdict = drainOrGoOn(entry.its);
    return entry;
}

/// Order: entries with a gain, then nodes that are free to drain, then unknown ones, then those where draining does not
/// help.
auto urgencyOf(const DrainEntry& entry)
{
    const int group = entry.nodes.empty() ? 3 : entry.isFree() ? 1 : entry.verdict.isKnown ? 0 : 2;
    const double won = entry.verdict.isKnown ? entry.verdict.wonGpuSeconds : 0;
    return std::tuple(group, -won, entry.alert.onset, std::string_view(entry.alert.key));
}

} // namespace

CauseRemedy remedyOfKind(std::string_view kind)
{
    const CauseRow* const row = causeRow(kind);
    return row == nullptr ? CauseRemedy{Remedy::Repair, Takes::Node, mendSecondsOf(Remedy::Repair)}
                          : CauseRemedy{row->remedy, row->takes, row->mendSeconds};
}

CauseRemedy remedyOf(const Alert& alert)
{
    CauseRemedy its = remedyOfKind(alert.kind);
    const auto ask = [&its](Remedy remedy) {
        if (remedy > its.remedy)
            its = {remedy, its.takes, mendSecondsOf(remedy)};
    };
    constexpr std::uint32_t rowRemappingFailed = 64;
    for (const Alert::Stage& stage : alert.chain) {
        if (stage.fields.xid != 0)
            ask(meaningOfXid(stage.fields.xid).remedy);
        // A row that cannot be remapped stays broken after a reset.
        if (stage.fields.xid == rowRemappingFailed || stage.fields.variant == variants::rowsFailed)
            ask(Remedy::Repair);
    }
    return its;
}

bool DrainEntry::isFree() const
{
    return !nodes.empty() && job.empty() && alert.kind != kinds::nodeSilent;
}

bool DrainEntry::isWorthDraining() const
{
    return isFree() || (!nodes.empty() && verdict.isKnown && verdict.best != DrainPlan::GoOn);
}

std::vector<EntityRef> nodesToDrain(const Alert& alert, const Topology& topology)
{
    std::vector<EntityRef> nodes;
    if (remedyOf(alert).takes == Takes::Node)
        nodes = nodesOf(alert, topology);
    if (nodes.size() > maxNodes)
        nodes.clear();
    return nodes;
}

std::vector<DrainEntry> drainQueue(std::span<const Alert> alerts, std::span<const DrainedJob> jobs,
                                   std::span<const DrainLoss> losses, std::span<const EntityRef> idleNodes,
                                   const Topology& topology)
{
    std::vector<DrainEntry> queue;
    for (const Alert& alert : alerts) {
        if (!alert.end)
            queue.push_back(entryOf(alert, jobs, losses, idleNodes, topology));
    }
    std::ranges::sort(queue, [](const DrainEntry& a, const DrainEntry& b) { return urgencyOf(a) < urgencyOf(b); });
    return queue;
}

} // namespace lockstep
