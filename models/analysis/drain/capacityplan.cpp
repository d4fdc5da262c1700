// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/drain/capacityplan.h"

#include "models/analysis/goodput/jobreport.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace lockstep {

namespace {

constexpr double secondsOfHour = 3600;

PlanInput unknownInput(const char* why)
{
    return {std::numeric_limits<double>::quiet_NaN(), why};
}

double nodesOf(const JobRecord& job, double gpusPerNode)
{
    return std::ceil(job.gpus / gpusPerNode);
}

PlanInput sizeFor(const FailureRecord& record, double gpusPerNode)
{
    const auto largest = std::ranges::max_element(record.jobs, {}, &JobRecord::gpus);
    return largest == record.jobs.end() ? unknownInput("no job was recorded")
                                        : PlanInput{nodesOf(*largest, gpusPerNode), largest->name};
}

/// The input from the job with the nearest size.
PlanInput checkpointFor(const FailureRecord& record, double gpus)
{
    const JobRecord* nearest = nullptr;
    const auto distance = [gpus](const JobRecord& job) {
        return std::abs(std::log(job.gpus / gpus));
    };
    for (const JobRecord& job : record.jobs) {
        if (!std::isnan(job.checkpointSeconds) && (nearest == nullptr || distance(job) < distance(*nearest)))
            nearest = &job;
    }
    return nearest == nullptr ? unknownInput("no checkpoint was recorded")
                              : PlanInput{nearest->checkpointSeconds, nearest->name};
}

PlanInput restartFor(const FailureRecord& record)
{
    double seconds = 0;
    std::uint64_t restarts = 0;
    for (const JobRecord& job : record.jobs) {
        seconds += job.restartSeconds;
        restarts += job.restarts;
    }
    return restarts == 0 || seconds <= 0
        ? unknownInput("no restart was recorded, so it counts as 0")
        : PlanInput{seconds / static_cast<double>(restarts),
                    restarts == 1 ? "one restart" : fmt::format("mean of {} restarts", restarts)};
}

PlanInput repairFor(const FailureRecord& record)
{
    if (record.drains.ended > 0)
        return {record.drains.meanHours(),
                record.drains.ended == 1 ? "one drain that ended"
                                         : fmt::format("mean of {} drains that ended", record.drains.ended)};
    if (record.silences.ended > 0)
        return {record.silences.meanHours(),
                record.silences.ended == 1
                    ? "one silent node that came back"
                    : fmt::format("mean of {} silent nodes that came back", record.silences.ended)};
    return unknownInput("no silent node has come back");
}

/// The result of a function of the rate, at the rate and at its limits.
template <class Function>
PlanRange rangeOf(const PoissonRate& rate, const Function& resultAt)
{
    PlanRange range;
    range.atHighRate = resultAt(rate.high);
    if (rate.events > 0) {
        range.value = resultAt(rate.perHour);
        range.atLowRate = resultAt(rate.low);
    }
    return range;
}

void planCheckpoints(CapacityPlan& plan)
{
    const Seconds cost(plan.checkpoint.value);
    const Seconds restart(std::isnan(plan.restart.value) ? 0 : plan.restart.value);
    const auto secondsBetween = [&plan](double perHour) {
        return jointFailureTime(Seconds(secondsOfHour / perHour), plan.nodes.value);
    };
    plan.hoursBetween
        = rangeOf(plan.rate(), [&](double perHour) { return secondsBetween(perHour).count() / secondsOfHour; });
    plan.intervalSeconds
        = rangeOf(plan.rate(), [&](double perHour) { return dalyInterval(cost, secondsBetween(perHour)).count(); });
    plan.lostShare = rangeOf(plan.rate(), [&](double perHour) {
        const Seconds between = secondsBetween(perHour);
        return 1 - 1 / expectedSlowdown(dalyInterval(cost, between), cost, restart, between);
    });
}

/// The number of nodes that was not exceeded for 95 % of the time.
std::size_t mostAtOnce(const Outages& drains)
{
    double watched = 0;
    for (const auto& [out, hours] : drains.atOnce)
        watched += hours;
    double within = 0;
    for (const auto& [out, hours] : drains.atOnce) {
        within += hours;
        if (within >= (1 - CapacityPlan::maxWaitShare) * watched)
            return out;
    }
    return 0;
}

/// Nodes under repair are Poisson distributed, whatever the distribution of the repair time (M/G/infinity).
void planSpares(const FailureRecord& record, CapacityPlan& plan)
{
    plan.outages = record.drains.begun > 0 ? PoissonRate::of(record.drains.begun, record.drains.nodeHours) : plan.stops;
    const auto sparesFor = [&plan](double perHour) -> std::optional<std::uint64_t> {
        const double underRepair = plan.nodes.value * perHour * plan.repair.value;
        return std::isnan(underRepair) ? std::nullopt
                                       : std::optional(poissonQuantile(underRepair, CapacityPlan::maxWaitShare));
    };
    if (plan.outages.events > 0)
        plan.spares = sparesFor(plan.outages.perHour);
    plan.mostSpares = sparesFor(plan.outages.high);
    if (!record.drains.atOnce.empty())
        plan.mostDrained = mostAtOnce(record.drains);
}

/// A synchronous job waits for the slowest of its GPUs, so that one failing GPU affects all of them.
void planFailingGpus(const FailureRecord& record, double plannedGpus, CapacityPlan& plan)
{
    const auto isHit = [](double gpus) {
        return 1 - std::pow(1 - CapacityPlan::failingShare, gpus);
    };
    double held = 0;
    double hit = 0;
    for (const JobRecord& job : record.jobs) {
        held += job.gpuHours();
        hit += job.gpuHours() * isHit(job.gpus);
    }
    plan.hitShare = held > 0
        ? PlanInput{hit / held, fmt::format("by the sizes of all recorded jobs: {}", record.jobs.size())}
        : PlanInput{isHit(plannedGpus), "no job was recorded: the planned size"};
    plan.slowedShare = record.slowedGpuHours > 0
        ? PlanInput{record.lostGpuHours / record.slowedGpuHours,
                    fmt::format("{:.3g} GPU h of slowed jobs", record.slowedGpuHours)}
        : unknownInput("no GPU was recorded as slowing a job down");
}

} // namespace

CapacityPlan capacityPlan(const FailureRecord& record, const PlanRequest& request)
{
    const auto orGiven = [](std::optional<double> given, PlanInput measured) {
        return given ? PlanInput{*given, "given"} : std::move(measured);
    };
    CapacityPlan plan;
    const double gpusPerNode = std::round(record.part(PartKind::Gpu).hours / record.nodeHours);
    plan.nodes = orGiven(request.nodes, sizeFor(record, gpusPerNode));
    std::uint64_t stops = 0;
    for (const PartFailures& part : record.parts)
        stops += part.stops;
    plan.stops = PoissonRate::of(stops, record.nodeHours);
    std::uint64_t restarts = 0;
    double jobHours = 0;
    for (const JobRecord& job : record.jobs) {
        restarts += job.restarts;
        jobHours += job.hours * nodesOf(job, gpusPerNode);
    }
    plan.restarts = PoissonRate::of(restarts, jobHours);
    plan.usesRestarts = plan.restarts.isWatched() && !(plan.restarts.perHour < plan.stops.perHour);
    const double gpus = plan.nodes.value * gpusPerNode;
    plan.checkpoint = orGiven(request.checkpointSeconds, checkpointFor(record, gpus));
    plan.restart = orGiven(request.restartSeconds, restartFor(record));
    plan.repair = orGiven(request.repairHours, repairFor(record));
    planCheckpoints(plan);
    planSpares(record, plan);
    planFailingGpus(record, gpus, plan);
    return plan;
}

} // namespace lockstep
