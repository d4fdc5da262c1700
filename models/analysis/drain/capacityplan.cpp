// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/drain/capacityplan.h"

#include "models/analysis/goodput/figuretext.h"
#include "models/analysis/goodput/jobreport.h"
#include "models/core/units.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace lockstep {

namespace {

constexpr const char* exactInterval
    = "failures / hours watched; limits at 95 %: Garwood 1936, half the quantiles of chi-square with 2 k and 2 k + 2 "
      "degrees of freedom / hours; without a failure the upper limit is 3 / hours";

std::string numberText(auto count)
{
    return formatNumber(static_cast<double>(count));
}

double nodesOf(const JobRecord& job, double gpusPerNode)
{
    return std::ceil(job.gpus / gpusPerNode);
}

PlanInput given(double value)
{
    return {value, "given"};
}

/// NaN if the rate is.
double hoursBetween(double perHour, double nodes)
{
    return jointFailureTime(Seconds(hourSeconds / perHour), nodes).count() / hourSeconds;
}

PlanInput sizeFor(const FailureRecord& record, const PlanRequest& request, double gpusPerNode)
{
    if (request.nodes)
        return given(*request.nodes);
    const auto largest = std::ranges::max_element(record.jobs, {}, &JobRecord::gpus);
    if (largest == record.jobs.end())
        return {CapacityPlan::unknown, "no job was seen; give the number of nodes"};
    return {nodesOf(*largest, gpusPerNode), largest->name};
}

/// Of the job whose size is nearest.
PlanInput checkpointFor(const FailureRecord& record, const PlanRequest& request, const CapacityPlan& plan)
{
    if (request.checkpointSeconds)
        return given(*request.checkpointSeconds);
    const JobRecord* nearest = nullptr;
    const auto distance = [&plan](const JobRecord& job) {
        return std::abs(std::log(nodesOf(job, plan.gpusPerNode) / plan.nodes.value));
    };
    for (const JobRecord& job : record.jobs) {
        if (!std::isnan(job.checkpointSeconds) && (nearest == nullptr || distance(job) < distance(*nearest)))
            nearest = &job;
    }
    return nearest == nullptr ? PlanInput{CapacityPlan::unknown, "no checkpoint was seen; give its duration"}
                              : PlanInput{nearest->checkpointSeconds, nearest->name};
}

PlanInput restartFor(const FailureRecord& record, const PlanRequest& request)
{
    if (request.restartSeconds)
        return given(*request.restartSeconds);
    double seconds = 0;
    std::uint64_t restarts = 0;
    for (const JobRecord& job : record.jobs) {
        seconds += job.restartSeconds;
        restarts += job.restarts;
    }
    if (restarts == 0 || seconds <= 0)
        return {CapacityPlan::unknown, "no restart was seen: counted as 0"};
    return {seconds / static_cast<double>(restarts), fmt::format("mean of {} restarts", restarts)};
}

PlanInput repairFor(const FailureRecord& record, const PlanRequest& request)
{
    if (request.repairHours)
        return given(*request.repairHours);
    if (record.drains.ended > 0)
        return {record.drains.meanHours(), fmt::format("mean of {} drains that ended", record.drains.ended)};
    if (record.silences.ended > 0)
        return {record.silences.meanHours(), fmt::format("mean of {} silent nodes that returned", record.silences.ended)};
    return {CapacityPlan::unknown, "no node returned; give the repair time"};
}

void planCheckpoints(CapacityPlan& plan)
{
    const Seconds cost(plan.checkpoint.value);
    const Seconds restart(std::isnan(plan.restart.value) ? 0 : plan.restart.value);
    const auto intervalFor = [&](double hours) {
        return dalyInterval(cost, Seconds(hours * hourSeconds));
    };
    const auto lostAt = [&](double hours) {
        return 1 - 1 / expectedSlowdown(intervalFor(hours), cost, restart, Seconds(hours * hourSeconds));
    };
    plan.intervalSeconds = intervalFor(plan.hoursBetween).count();
    plan.leastIntervalSeconds = intervalFor(plan.leastHoursBetween).count();
    plan.mostIntervalSeconds = intervalFor(plan.mostHoursBetween).count();
    plan.lostShare = lostAt(plan.hoursBetween);
    plan.mostLostShare = lostAt(plan.leastHoursBetween);
}

/// Nodes under repair are Poisson distributed, whatever the distribution of the repair time (M/G/infinity).
void planSpares(const FailureRecord& record, CapacityPlan& plan)
{
    const double nodeHours = record.part(PartKind::Node).hours;
    plan.outages = record.drains.begun > 0 ? PoissonRate::of(record.drains.begun, nodeHours) : plan.stops;
    const auto sparesFor = [&plan](double perHour) -> std::optional<std::uint64_t> {
        const double underRepair = plan.nodes.value * perHour * plan.repair.value;
        return std::isnan(underRepair) ? std::nullopt
                                       : std::optional(poissonQuantile(underRepair, CapacityPlan::maxWaitShare));
    };
    if (plan.outages.events > 0)
        plan.spares = sparesFor(plan.outages.perHour);
    plan.mostSpares = sparesFor(plan.outages.high);
}

/// A synchronous job waits for the slowest of its GPUs, so that one failing GPU affects all of them.
void planFailingGpus(const FailureRecord& record, CapacityPlan& plan)
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
    plan.hitJobs = held > 0 ? record.jobs.size() : 0;
    plan.hitShare = held > 0 ? hit / held : isHit(plan.nodes.value * plan.gpusPerNode);
    if (record.slowedGpuHours > 0)
        plan.slowedShare = record.lostGpuHours / record.slowedGpuHours;
}

Figure rateFigure(std::string name, const PoissonRate& rate)
{
    if (!rate.isWatched())
        return unknownFigure(std::move(name), "not watched: no data of such parts");
    const std::string hours = formatNumber(rate.hours);
    Figure figure{std::move(name), {}, true, exactInterval, {}};
    figure.value = rate.events == 0
        ? fmt::format("no failure in {} h: at most one in {} h, at 95 %", hours, formatNumber(1 / rate.high))
        : fmt::format("{} in {} h: one in {} h; at 95 % between {} h and {} h", numberText(rate.events), hours,
                      formatNumber(1 / rate.perHour), formatNumber(1 / rate.high), formatNumber(1 / rate.low));
    return figure;
}

FigureGroup partFigures(const FailureRecord& record)
{
    FigureGroup group{"Failures by part", {}};
    for (std::size_t at = 0; at < partKindCount; ++at) {
        const PartFailures& part = record.parts[at];
        Figure figure
            = rateFigure(toText(static_cast<PartKind>(at)), PoissonRate::of(part.all(), part.hours));
        if (part.all() > 0) {
            std::string causes;
            for (const auto& [kind, count] : part.causes)
                causes += fmt::format("{}{} {}", causes.empty() ? "" : ", ", count, kind);
            figure.inputs = {{"of a kind that stops a job", numberText(part.stops)},
                             {"of a kind that slows a job down", numberText(part.slows)},
                             {"under a job", numberText(part.underJobs)},
                             {"causes", std::move(causes)}};
        }
        group.figures.push_back(std::move(figure));
    }
    if (record.earlier > 0)
        group.figures.push_back({"Failed before", numberText(record.earlier), true,
                                 "not counted: present in the first minute, so it is unknown since when", {}});
    if (record.unplaced > 0)
        group.figures.push_back({"Of other parts", numberText(record.unplaced), true, "not counted", {}});
    return group;
}

/// "3 h 20 min; at 95 % between 1 h and 5 h".
std::string rangeText(double value, double least, double most)
{
    if (std::isnan(value))
        return fmt::format("at least {}, at 95 %", secondsText(least));
    return fmt::format("{}; at 95 % between {} and {}", secondsText(value), secondsText(least), secondsText(most));
}

FigureGroup interruptionFigures(const CapacityPlan& plan)
{
    FigureGroup group{"Interruptions, per node hour", {}};
    group.figures.push_back(rateFigure("Restarts of jobs", plan.restarts));
    group.figures.push_back(rateFigure("Failures of parts that stop a job", plan.stops));
    Figure between{"Time between failures (MTBF)",
                   rangeText(plan.hoursBetween * hourSeconds, plan.leastHoursBetween * hourSeconds,
                             plan.mostHoursBetween * hourSeconds),
                   true,
                   "hours / events / nodes, of the higher one of both rates, as each misses some; a job is taken to use "
                   "racks, loops and switches in proportion to its nodes",
                   {{"rate", plan.usesRestarts ? "restarts of jobs" : "failures of parts"},
                    {"events", numberText(plan.rate().events)},
                    {"node hours", formatNumber(plan.rate().hours)},
                    {"nodes", fmt::format("{}: {}", formatNumber(plan.nodes.value), plan.nodes.source)}}};
    if (std::isnan(plan.leastHoursBetween))
        between = unknownFigure(between.name,
                                std::isnan(plan.nodes.value) ? plan.nodes.source : "no data: no node was watched");
    group.figures.push_back(std::move(between));
    return group;
}

std::pair<std::string, std::string> input(const char* name, const PlanInput& its, double unitSeconds)
{
    return {name, std::isnan(its.value) ? its.source
                                        : fmt::format("{}: {}", secondsText(its.value * unitSeconds), its.source)};
}

void addCheckpoints(const CapacityPlan& plan, FigureGroup& group)
{
    const char* const best = "Best checkpoint interval";
    const char* const lost = "Share lost to checkpoints and failures";
    if (std::isnan(plan.leastIntervalSeconds)) {
        const std::string why = std::isnan(plan.checkpoint.value) ? plan.checkpoint.source : "no failure rate";
        group.figures.push_back(unknownFigure(best, why));
        group.figures.push_back(unknownFigure(lost, why));
        return;
    }
    const auto cost = input("C, checkpoint time", plan.checkpoint, 1);
    group.figures.push_back(
        {best, rangeText(plan.intervalSeconds, plan.leastIntervalSeconds, plan.mostIntervalSeconds), true,
         "Daly 2006: √(2 C M) × (1 + √(C/2M)/3 + (C/2M)/9) − C, with M, the time between failures", {cost}});
    group.figures.push_back({lost,
                             std::isnan(plan.lostShare)
                                 ? fmt::format("at most {}, at 95 %", shareText(plan.mostLostShare))
                                 : fmt::format("{}; at most {}, at 95 %", shareText(plan.lostShare),
                                               shareText(plan.mostLostShare)),
                             true,
                             "1 − 1 / slowdown, slowdown = M e^(R/M) (e^((T+C)/M) − 1) / T, at the best interval T",
                             {cost, input("R, restart time", plan.restart, 1)}});
}

Figure sparesFigure(const CapacityPlan& plan)
{
    const char* const name = "Spare nodes";
    if (!plan.mostSpares)
        return unknownFigure(name, std::isnan(plan.repair.value) ? plan.repair.source : "no failure rate");
    return {name,
            plan.spares ? fmt::format("{}; at most {}, at 95 %", *plan.spares, *plan.mostSpares)
                        : fmt::format("at most {}, at 95 %", *plan.mostSpares),
            true,
            "fewest with which the job waits for a repair less than 5 % of the time; nodes under repair: Poisson, mean "
            "= nodes × outages per node hour × repair time",
            {{"outages", numberText(plan.outages.events)},
             {"node hours", formatNumber(plan.outages.hours)},
             input("repair time", plan.repair, hourSeconds)}};
}

/// Failures that come in groups exceed what Poisson allows; this shows it.
Figure outAtOnceFigure(const Outages& drains)
{
    const char* const name = "Nodes out of service at once";
    double watched = 0;
    for (const auto& [out, hours] : drains.atOnce)
        watched += hours;
    if (watched <= 0)
        return unknownFigure(name, "no data: no scheduler reported drained nodes");
    std::size_t most = 0;
    double within = 0;
    for (const auto& [out, hours] : drains.atOnce) {
        if (within < (1 - CapacityPlan::maxWaitShare) * watched)
            most = out;
        within += hours;
    }
    return {name,
            fmt::format("at most {} of {}, for 95 % of {} h", numberText(most), numberText(drains.nodes),
                        formatNumber(watched)),
            true,
            "as the scheduler reports them; compare with the spare nodes for a job of all nodes: failures that come in "
            "groups need more",
            {{"node hours out of service", formatNumber(drains.hours)}}};
}

Figure failingFigure(const CapacityPlan& plan)
{
    const char* const name = "Cost of 1 % failing GPUs";
    if (std::isnan(plan.hitShare))
        return unknownFigure(name, "no job was seen; give the number of nodes");
    Figure figure{name,
                  fmt::format("{} of the output, if each stops its job", shareText(plan.hitShare)),
                  true,
                  "Σ GPU hours × (1 − 0.99^GPUs of the job) / Σ GPU hours, for GPUs that fail at random; × loss of a "
                  "slowed job",
                  {{"jobs", plan.hitJobs > 0 ? numberText(plan.hitJobs) : "none seen: a job of the planned size"}}};
    if (std::isnan(plan.slowedShare))
        figure.inputs.emplace_back("loss of a slowed job", "not measured: no GPU slowed a job down");
    else
        figure.value += fmt::format("; {}, if each slows it as measured here",
                                    shareText(plan.hitShare * plan.slowedShare));
    if (!std::isnan(plan.slowedShare))
        figure.inputs.emplace_back("loss of a slowed job", shareText(plan.slowedShare));
    return figure;
}

} // namespace

CapacityPlan capacityPlan(const FailureRecord& record, const PlanRequest& request)
{
    CapacityPlan plan;
    const double nodeHours = record.part(PartKind::Node).hours;
    plan.gpusPerNode = std::round(record.part(PartKind::Gpu).hours / nodeHours);
    plan.nodes = sizeFor(record, request, plan.gpusPerNode);
    std::uint64_t stops = 0;
    for (const PartFailures& part : record.parts)
        stops += part.stops;
    plan.stops = PoissonRate::of(stops, nodeHours);
    std::uint64_t restarts = 0;
    double jobHours = 0;
    for (const JobRecord& job : record.jobs) {
        restarts += job.restarts;
        jobHours += job.hours * nodesOf(job, plan.gpusPerNode);
    }
    plan.restarts = PoissonRate::of(restarts, jobHours);
    plan.usesRestarts
        = plan.restarts.isWatched() && !(plan.restarts.perHour < plan.stops.perHour);
    const PoissonRate& rate = plan.rate();
    plan.leastHoursBetween = hoursBetween(rate.high, plan.nodes.value);
    if (rate.events > 0) {
        plan.hoursBetween = hoursBetween(rate.perHour, plan.nodes.value);
        plan.mostHoursBetween = hoursBetween(rate.low, plan.nodes.value);
    }
    plan.checkpoint = checkpointFor(record, request, plan);
    plan.restart = restartFor(record, request);
    plan.repair = repairFor(record, request);
    planCheckpoints(plan);
    planSpares(record, plan);
    planFailingGpus(record, plan);
    return plan;
}

std::vector<FigureGroup> planFigures(const FailureRecord& record, const CapacityPlan& plan)
{
    FigureGroup job{std::isnan(plan.nodes.value)
                        ? std::string("Planned job")
                        : fmt::format("Job of {} nodes", formatNumber(plan.nodes.value)),
                    {}};
    addCheckpoints(plan, job);
    job.figures.push_back(sparesFigure(plan));
    job.figures.push_back(outAtOnceFigure(record.drains));
    job.figures.push_back(failingFigure(plan));
    return {partFigures(record), interruptionFigures(plan), std::move(job)};
}

} // namespace lockstep
