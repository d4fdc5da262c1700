// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/drain/drainqueue.h"

#include "models/core/eventcodes.h"
#include "models/core/units.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace lockstep {

namespace {

using Inputs = std::vector<std::pair<std::string, std::string>>;

std::string orUnknown(double value, std::string (*text)(double))
{
    return std::isnan(value) ? std::string("unknown") : text(value);
}

/// If the component is repaired without a replacement, the whole job waits, because it is unknown whether it can run
/// with fewer ranks.
double lostToMending(const DrainCase& its)
{
    return its.hasSpare ? 0 : its.gpus * std::min(its.mendSeconds, its.goesOnSeconds);
}

Inputs inputsOfMending(const DrainCase& its)
{
    if (its.hasSpare)
        return {{"spare", "available: the job does not wait for the repair"}};
    return {{"spare", "none: the job waits for the repair"},
            {"repair time, or the job's remaining time if that is shorter",
             orUnknown(std::min(its.mendSeconds, its.goesOnSeconds), secondsText)}};
}

DrainOption optionOf(const DrainCase& its, DrainPlan plan)
{
    DrainOption option{plan, DrainCase::unknown, DrainCase::unknown, {toText(plan), {}, true, {}, {}}};
    Figure& figure = option.figure;
    figure.inputs = {{"GPUs", orUnknown(its.gpus, formatNumber)}};
    const auto add = [&figure](const char* name, std::string value) {
        figure.inputs.emplace_back(name, std::move(value));
    };
    const double restarted = its.gpus * its.restartSeconds;
    switch (plan) {
    case DrainPlan::GoOn:
        option.gpuSeconds = its.gpus * its.lostShare * its.goesOnSeconds;
        figure.formula = "number of GPUs × share lost × duration";
        add("share lost", orUnknown(its.lostShare, shareText));
        add("duration",
            orUnknown(its.goesOnSeconds, secondsText)
                + (its.isEndKnown ? ", to the job's end" : ", assumed, because its end is unknown"));
        return option;
    case DrainPlan::StopNow:
        option.gpuSeconds = its.computedGpuSeconds + restarted + lostToMending(its);
        option.isolatedInSeconds = 0;
        figure.formula = "work since the last checkpoint + (number of GPUs × (restart time + repair time)); the repair "
                         "time is 0 if there is a spare";
        add("work since the last checkpoint", orUnknown(its.computedGpuSeconds, gpuSecondsText));
        break;
    case DrainPlan::CheckpointFirst:
        option.gpuSeconds
            = its.runs ? its.gpus * its.checkpointSeconds + restarted + lostToMending(its) : DrainCase::unknown;
        option.isolatedInSeconds = its.checkpointSeconds;
        figure.formula = "number of GPUs × (checkpoint time + restart time + repair time); the repair time is 0 if "
                         "there is a spare";
        add("checkpoint",
            its.runs ? orUnknown(its.checkpointSeconds, secondsText) : "not possible: the job completes no steps");
        break;
    case DrainPlan::AtNextCheckpoint:
        option.gpuSeconds = its.runs
            ? its.gpus * its.lostShare * its.nextCheckpointSeconds + restarted + lostToMending(its)
            : DrainCase::unknown;
        option.isolatedInSeconds = its.nextCheckpointSeconds;
        figure.formula = "number of GPUs × ((share lost × time to the next checkpoint) + restart time + repair time); "
                         "the repair time is 0 if there is a spare";
        add("share lost", orUnknown(its.lostShare, shareText));
        add("time to the next checkpoint",
            its.runs ? orUnknown(its.nextCheckpointSeconds, secondsText) : "not possible: the job completes no steps");
        break;
    }
    add("restart",
        orUnknown(its.restartSeconds, secondsText) + (its.isRestartSeen ? "" : ", assumed, because none was observed"));
    for (auto& each : inputsOfMending(its))
        figure.inputs.push_back(std::move(each));
    return option;
}

} // namespace

const char* toText(DrainPlan plan)
{
    switch (plan) {
    case DrainPlan::GoOn:
        return "Continue";
    case DrainPlan::StopNow:
        return "Drain now";
    case DrainPlan::CheckpointFirst:
        return "Checkpoint, then drain";
    case DrainPlan::AtNextCheckpoint:
        return "Drain at the next checkpoint";
    }
    return "";
}

DrainVerdict evaluateDrain(const DrainCase& its)
{
    DrainVerdict verdict;
    for (const DrainPlan plan :
         {DrainPlan::GoOn, DrainPlan::StopNow, DrainPlan::CheckpointFirst, DrainPlan::AtNextCheckpoint})
        verdict.options.push_back(optionOf(its, plan));
    const double goingOn = verdict.options.front().gpuSeconds;
    const DrainOption* cheapest = nullptr;
    for (const DrainOption& each : verdict.options) {
        if (each.plan != DrainPlan::GoOn && !std::isnan(each.gpuSeconds)
            && (cheapest == nullptr || each.gpuSeconds < cheapest->gpuSeconds))
            cheapest = &each;
    }
    verdict.isKnown = cheapest != nullptr && !std::isnan(goingOn);
    if (!verdict.isKnown)
        return verdict;
    verdict.best = cheapest->gpuSeconds < goingOn ? cheapest->plan : DrainPlan::GoOn;
    verdict.wonGpuSeconds = std::max(0.0, goingOn - cheapest->gpuSeconds);
    if (its.gpus * its.lostShare > 0)
        verdict.breakEvenSeconds = cheapest->gpuSeconds / (its.gpus * its.lostShare);
    return verdict;
}

std::vector<FigureGroup> drainFigures(const DrainCase& its, const DrainVerdict& verdict, const Rates& rates)
{
    FigureGroup plans{"Cost of each plan", {}};
    for (const DrainOption& each : verdict.options) {
        Figure figure = each.figure;
        figure.isKnown = !std::isnan(each.gpuSeconds);
        figure.value = figure.isKnown ? gpuHoursText(each.gpuSeconds) + costSuffix(each.gpuSeconds, rates)
                                      : "unknown: expand to see which input is missing";
        if (verdict.isKnown && each.plan == verdict.best)
            figure.value += ", the lowest";
        figure.inputs.push_back(rateInput(rates));
        plans.figures.push_back(std::move(figure));
    }
    FigureGroup decision{"Continue or drain", {}};
    if (!verdict.isKnown) {
        decision.figures = {unknownFigure("Gain over continuing", "unknown: each plan shows which input is missing")};
        return {decision, plans};
    }
    const DrainOption& best = verdict.option(verdict.best);
    decision.figures.push_back({"Gain over continuing",
                                gpuHoursText(verdict.wonGpuSeconds) + costSuffix(verdict.wonGpuSeconds, rates),
                                true,
                                "loss of continuing − loss of the best other plan; at least 0",
                                {{"continuing", gpuSecondsText(verdict.option(DrainPlan::GoOn).gpuSeconds)},
                                 {"best plan", toText(verdict.best)},
                                 {"its loss", gpuSecondsText(best.gpuSeconds)},
                                 rateInput(rates)}});
    decision.figures.push_back(
        std::isnan(verdict.breakEvenSeconds)
            ? unknownFigure("Draining pays off after", "never: the fault causes no loss now")
            : Figure{"Draining pays off after",
                     secondsText(verdict.breakEvenSeconds),
                     true,
                     "loss from draining / (number of GPUs × share lost)",
                     {{"GPUs", formatNumber(its.gpus)}, {"share lost", shareText(its.lostShare)}}});
    if (verdict.best == DrainPlan::GoOn)
        decision.figures.push_back(unknownFigure("Isolation time", "not worthwhile: continuing costs the least"));
    else
        decision.figures.push_back({"Isolation time",
                                    best.isolatedInSeconds > 0 ? secondsText(best.isolatedInSeconds) : "at once",
                                    true,
                                    "time until no job runs on the node",
                                    {}});
    decision.figures.push_back(
        {"Not counted", "complete failure", true, "cannot be predicted; if it is likely, drain sooner", {}});
    return {decision, plans};
}

namespace {

/// A cause with more nodes is a fault of a rack or hall, and no reason to drain.
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
    entry.verdict = evaluateDrain(entry.its);
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
    const auto isGpu = [](EntityRef entity) {
        return entity.kind == EntityKind::Gpu;
    };
    if (alert.kind == kinds::slowGpu && !alert.entities.empty() && std::ranges::none_of(alert.entities, isGpu))
        ask(Remedy::RestartNode); // a slow rank on a node without GPUs
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
