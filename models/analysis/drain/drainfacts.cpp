// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/drain/drainfacts.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace lockstep {

namespace {

constexpr Duration lookBack = std::chrono::hours(1); ///< for checkpoints, restarts and the pace of steps
constexpr double plannedAheadSeconds = 86'400; ///< if the end of a job is unknown
constexpr double assumedRestartSeconds = 900; ///< if none was observed
constexpr float idleBelow = 0.02F; ///< of a GPU's time

/// Time since the end of the last checkpoint; NaN: none was observed.
double secondsSinceCheckpoint(const JobSeries& series)
{
    std::size_t after = series.checkpoint.size();
    while (after > 0 && !(series.checkpoint[after - 1] > 0)) // NaN: no data
        --after;
    if (after == 0)
        return DrainCase::unknown;
    return std::chrono::duration<double>(series.tickPeriod * (series.ticks.back() - series.ticks[after - 1])).count();
}

DrainCase caseOf(const DrainSource& source, EntityRef job, TickRange ticks)
{
    const JobSeries series = source.seriesOf(job, ticks);
    const JobLedger ledger = ledgerOf(series);
    const JobState state = source.stateOf(job, ticks);
    DrainCase its;
    its.gpus = ledger.gpus > 0 ? ledger.gpus : DrainCase::unknown;
    its.goesOnSeconds = secondsToEnd(series, ledger, state);
    its.isEndKnown = !std::isnan(its.goesOnSeconds);
    if (!its.isEndKnown)
        its.goesOnSeconds = plannedAheadSeconds;
    its.computedGpuSeconds = ledger.hasCheckpoint ? ledger.sinceCheckpoint : DrainCase::unknown;
    its.checkpointSeconds = state.checkpointSeconds;
    its.nextCheckpointSeconds = std::max(0.0, state.checkpointIntervalSeconds - secondsSinceCheckpoint(series));
    if (std::isnan(state.checkpointIntervalSeconds) || std::isnan(secondsSinceCheckpoint(series)))
        its.nextCheckpointSeconds = DrainCase::unknown;
    const auto restarts = static_cast<double>(ledger.rollbacks.size());
    its.isRestartSeen = restarts > 0 && ledger.gpus > 0 && ledger.time.restart > 0;
    its.restartSeconds = its.isRestartSeen ? ledger.time.restart / ledger.gpus / restarts : assumedRestartSeconds;
    return its;
}

/// Whether a GPU is known to be idle.
bool isIdle(const std::vector<float>& utilisation, EntityRef gpu)
{
    return gpu.index < utilisation.size() && utilisation[gpu.index] < idleBelow; // NaN: unknown
}

using JobsByName = std::unordered_map<std::string_view, EntityRef>;

/// A sender may name thousands of jobs, so jobs are looked up by name.
JobsByName jobsByName(const Topology& topology)
{
    JobsByName jobs;
    for (std::uint32_t index = 0; index < topology.count(EntityKind::Job); ++index)
        jobs.try_emplace(topology.name({EntityKind::Job, index}), EntityRef{EntityKind::Job, index});
    return jobs;
}

/// The known jobs at that moment; the last entry stands for all jobs without a name.
std::vector<DrainedJob> jobsAt(const DrainSource& source, ObservedJobs all, TickRange ticks, const JobsByName& known)
{
    const Topology& topology = source.topology;
    const std::vector<float> loads = source.utilisation();
    const std::vector<EntityRef> training = source.trainingJobs(ticks);
    const std::set<EntityRef> running(training.begin(), training.end());
    std::vector<DrainedJob> jobs;
    std::vector<bool> isTaken(topology.count(EntityKind::Gpu), false);
    std::vector<bool> isNodeTaken(topology.count(EntityKind::Node), false);
    for (ObservedJob& observed : all) {
        const auto its = known.find(observed.name);
        const bool isOver = its != known.end() && !running.contains(its->second);
        DrainedJob job{std::move(observed.name), std::move(observed.places), {}};
        if (isOver && std::ranges::all_of(job.places, [&](EntityRef place) { return isIdle(loads, place); }))
            continue;
        for (const EntityRef place : job.places) {
            if (place.kind == EntityKind::Gpu && place.index < isTaken.size())
                isTaken[place.index] = true;
            if (place.kind == EntityKind::Node && place.index < isNodeTaken.size())
                isNodeTaken[place.index] = true;
        }
        job.its.gpus = static_cast<double>(std::ranges::count(job.places, EntityKind::Gpu, &EntityRef::kind));
        jobs.push_back(std::move(job));
    }
    DrainedJob nameless{unreportedJobs, {}, {}};
    for (std::uint32_t index = 0; index < isTaken.size(); ++index) {
        const EntityRef gpu{EntityKind::Gpu, index};
        const EntityRef node = topology.ancestor(gpu, EntityKind::Node);
        if (!isTaken[index] && !isIdle(loads, gpu) && !(node.isValid() && isNodeTaken[node.index]))
            nameless.places.push_back(gpu);
    }
    jobs.push_back(std::move(nameless));
    return jobs;
}

/// Nodes with GPUs that report, run nothing and are part of no alert.
std::vector<EntityRef> idleNodesOf(const DrainSource& source, std::span<const DrainedJob> jobs,
                                   std::span<const Alert> alerts)
{
    const Topology& topology = source.topology;
    std::vector<bool> isOut(topology.count(EntityKind::Node), false);
    const auto rule = [&](EntityRef entity) {
        const EntityRef node = topology.contains(entity) ? topology.ancestor(entity, EntityKind::Node) : EntityRef{};
        if (node.isValid())
            isOut[node.index] = true;
    };
    for (const DrainedJob& job : jobs)
        std::ranges::for_each(job.places, rule);
    for (const Alert& alert : alerts)
        std::ranges::for_each(alert.entities, rule);
    std::vector<EntityRef> idle;
    for (std::uint32_t index = 0; index < isOut.size(); ++index) {
        const EntityRef node{EntityKind::Node, index};
        const bool hasGpus = std::ranges::count(topology.children(node), EntityKind::Gpu, &EntityRef::kind) > 0;
        if (!isOut[index] && hasGpus && source.isReporting(node))
            idle.push_back(node);
    }
    return idle;
}

} // namespace

TickRange drainTicks(TimePoint moment, Duration tickPeriod)
{
    const TickIndex now = tickIndexOf(moment, tickPeriod);
    return {now + 1 - lookBack / tickPeriod, now + 1};
}

std::vector<DrainedJob> runningJobs(const DrainSource& source, ObservedJobs observed)
{
    return jobsAt(source, std::move(observed), drainTicks(source.moment, source.tickPeriod),
                  jobsByName(source.topology));
}

std::vector<DrainRow> drainRows(const DrainSource& source, ObservedJobs observed, std::span<const Alert> alerts)
{
    if (std::ranges::all_of(alerts, [](const Alert& alert) { return alert.end.has_value(); }))
        return {};
    const Topology& topology = source.topology;
    const TickRange ticks = drainTicks(source.moment, source.tickPeriod);
    std::vector<DrainLoss> losses;
    for (const Alert& alert : alerts) {
        if (!alert.end)
            losses.push_back(
                {alert.key,
                 AlertLoss(alert, topology).recent(alert, source.tickPeriod, source.moment, source.columnOf)});
    }
    const JobsByName known = jobsByName(topology);
    std::vector<DrainedJob> jobs = jobsAt(source, std::move(observed), ticks, known);
    const std::vector<EntityRef> idle = idleNodesOf(source, jobs, alerts);
    std::set<std::string> hit;
    for (const DrainEntry& each : drainQueue(alerts, jobs, losses, idle, topology))
        hit.insert(each.job);
    for (DrainedJob& job : jobs) { // reads an hour of series, so only done for jobs in the queue
        const auto its = known.find(job.name);
        if (its != known.end() && hit.contains(job.name))
            job.its = caseOf(source, its->second, ticks);
    }
    std::vector<DrainRow> rows;
    for (DrainEntry& each : drainQueue(alerts, jobs, losses, idle, topology)) {
        const auto loss = std::ranges::find(losses, each.alert.key, &DrainLoss::key);
        rows.push_back({std::move(each), loss == losses.end() ? std::nullopt : loss->gpus, idle.size()});
    }
    return rows;
}

} // namespace lockstep
