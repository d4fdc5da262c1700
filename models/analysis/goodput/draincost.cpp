// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/goodput/draincost.h"

#include "models/analysis/goodput/figuretext.h"
#include "models/core/units.h"

#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

using Inputs = std::vector<std::pair<std::string, std::string>>;

std::string orUnknown(double value, std::string (*text)(double))
{
    return std::isnan(value) ? std::string("not known") : text(value);
}

/// While the component is repaired without a replacement, the whole job waits, because it is unknown whether it can run
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

DrainVerdict drainOrGoOn(const DrainCase& its)
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
        verdict.paysAfterSeconds = cheapest->gpuSeconds / (its.gpus * its.lostShare);
    return verdict;
}

std::vector<FigureGroup> drainFigures(const DrainCase& its, const DrainVerdict& verdict, const Rates& rates)
{
    FigureGroup plans{"Cost of each plan", {}};
    for (const DrainOption& each : verdict.options) {
        Figure figure = each.figure;
        figure.isKnown = !std::isnan(each.gpuSeconds);
        figure.value = figure.isKnown ? gpuHoursText(each.gpuSeconds) + andMoney(each.gpuSeconds, rates)
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
                                gpuHoursText(verdict.wonGpuSeconds) + andMoney(verdict.wonGpuSeconds, rates),
                                true,
                                "loss of continuing − loss of the best other plan; at least 0",
                                {{"continuing", gpuSecondsText(verdict.option(DrainPlan::GoOn).gpuSeconds)},
                                 {"best plan", toText(verdict.best)},
                                 {"its loss", gpuSecondsText(best.gpuSeconds)},
                                 rateInput(rates)}});
    decision.figures.push_back(
        std::isnan(verdict.paysAfterSeconds)
            ? unknownFigure("Draining pays off after", "never: the fault causes no loss now")
            : Figure{"Draining pays off after",
                     secondsText(verdict.paysAfterSeconds),
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

} // namespace lockstep
