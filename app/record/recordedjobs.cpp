// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/record/recordedjobs.h"

#include "app/record/recordedcauses.h"
#include "datasources/recording/recording.h"
#include "models/core/metrics/metricnames.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <map>
#include <memory>
#include <set>

namespace lockstep {

namespace {
constexpr TickIndex looks = 24; ///< number of samples to check whether a job exists
}

TickRange lastHours(const Recording& recording, double hours)
{
    TickRange ticks = recording.ticks();
    const double wanted = hours * 3600 / std::chrono::duration<double>(recording.tickPeriod()).count();
    if (wanted > 0 && wanted < static_cast<double>(ticks.length()))
        ticks.from = ticks.to - static_cast<TickIndex>(wanted);
    return ticks;
}

std::vector<std::vector<float>> valuesIn(const RecordedCauses& causes, std::string_view metric,
                                         std::span<const EntityRef> jobs, TickRange ticks)
{
    const std::vector<float> none(static_cast<std::size_t>(ticks.length()), std::numeric_limits<float>::quiet_NaN());
    std::vector<std::vector<float>> all(jobs.size(), none);
    for (TickIndex tick = ticks.from; tick < ticks.to; ++tick) {
        const std::vector<float> column = causes.column(metric, tick);
        for (std::size_t job = 0; job < jobs.size(); ++job) {
            if (jobs[job].index < column.size())
                all[job][static_cast<std::size_t>(tick - ticks.from)] = column[jobs[job].index];
        }
    }
    return all;
}

std::vector<JobSeries> seriesIn(const RecordedCauses& causes, std::span<const EntityRef> jobs, TickRange ticks)
{
    JobSeries empty;
    empty.tickPeriod = causes.tickPeriod();
    empty.range = ticks;
    std::vector<JobSeries> all(jobs.size(), empty);
    for (const JobSeriesRow& row : jobSeriesRows()) {
        std::vector<std::vector<float>> values = valuesIn(causes, row.metric, jobs, ticks);
        for (std::size_t job = 0; job < jobs.size(); ++job)
            all[job].*row.values = std::move(values[job]);
    }
    return all;
}

JobState stateIn(const RecordedCauses& causes, EntityRef job, TickRange ticks)
{
    JobState state;
    state.moment = timeOfTick(ticks.to, causes.tickPeriod());
    const TickIndex back = std::max<TickIndex>(1, JobLedger::longestSilence / causes.tickPeriod());
    for (const JobStateRow& row : jobStateRows()) {
        for (TickIndex tick = std::max(ticks.from, ticks.to - back); tick < ticks.to; ++tick) {
            const std::vector<float> column = causes.column(row.metric, tick);
            if (job.index < column.size() && !std::isnan(column[job.index]))
                state.*row.value = static_cast<double>(column[job.index]);
        }
    }
    return state;
}

std::vector<EntityRef> trainingJobsIn(const RecordedCauses& causes, TickRange ticks)
{
    std::set<std::uint32_t> jobs;
    std::set<std::uint32_t> services;
    const TickIndex stride = std::max<TickIndex>(1, ticks.length() / looks);
    const auto add = [&](std::string_view metric, std::set<std::uint32_t>& found) {
        for (TickIndex tick = ticks.from; tick < ticks.to; tick += stride) {
            const std::vector<float> column = causes.column(metric, tick);
            for (std::uint32_t job = 0; job < column.size(); ++job) {
                if (!std::isnan(column[job]))
                    found.insert(job);
            }
        }
    };
    add(metrics::job::gpus, jobs);
    add(metrics::serving::requests, services);
    std::vector<EntityRef> training;
    for (const std::uint32_t job : jobs) {
        if (!services.contains(job))
            training.push_back({EntityKind::Job, job});
    }
    return training;
}

DrainSource drainSource(const RecordedCauses& causes)
{
    const Topology& topology = *causes.topology();
    const std::vector<float> utilisation = causes.newest(metrics::gpu::utilisation);
    const auto isReporting = [&topology, utilisation](EntityRef node) {
        return std::ranges::any_of(topology.children(node), [&](EntityRef part) {
            return part.kind == EntityKind::Gpu && part.index < utilisation.size()
                && !std::isnan(utilisation[part.index]);
        });
    };
    return {
        .topology = topology,
        .tickPeriod = causes.tickPeriod(),
        .moment = timeOfTick(causes.lastTick(), causes.tickPeriod()),
        .columnOf = [&causes](std::string_view metric, TickIndex tick) { return causes.column(metric, tick); },
        .trainingJobs = [&causes](TickRange ticks) { return trainingJobsIn(causes, ticks); },
        .seriesOf
        = [&causes](EntityRef job, TickRange ticks) { return seriesIn(causes, std::span(&job, 1), ticks).front(); },
        .stateOf = [&causes](EntityRef job, TickRange ticks) { return stateIn(causes, job, ticks); },
        .isReporting = isReporting,
        .utilisation = [utilisation] { return utilisation; },
    };
}

namespace {

constexpr Duration lookLength = std::chrono::seconds(5);

/// Its nodes, racks and their properties, as reported up to the middle of the run.
void findPlaces(Recording& recording, const Topology& topology, JobRun& run)
{
    const TimePoint middle = run.range.from + run.range.length() / 2;
    std::set<EntityRef> nodes;
    for (const RecordedSpan& span : recording.spans({middle, middle + lookLength})) {
        if (span.rank == Span::noRank || recording.names().name(NameId{span.job}) != run.job
            || !topology.contains(span.entity))
            continue;
        if (const EntityRef node = topology.ancestor(span.entity, EntityKind::Node); node.isValid())
            nodes.insert(node);
    }
    for (const EntityRef node : nodes) {
        run.nodes.insert(topology.name(node));
        if (const EntityRef rack = topology.ancestor(node, EntityKind::Rack); rack.isValid())
            run.racks.insert(topology.name(rack));
    }
    std::map<std::uint32_t, std::shared_ptr<const NodeIdentity>> identities;
    for (const RecordedIdentity& each : recording.standing(middle).identities)
        identities[each.node] = each.identity; // in recorded order
    for (const EntityRef node : nodes) {
        const auto known = identities.find(node.index);
        if (known == identities.end() || !known->second)
            continue;
        run.properties["operating system"].insert(known->second->operatingSystem);
        for (const InventoryItem& item : known->second->inventory) {
            for (const NodeProperty& property : item.properties)
                run.properties[property.name].insert(property.value);
        }
    }
}

} // namespace

std::vector<JobRun> runsOf(Recording& recording, const RecordedCauses& causes, EntityRef job, TickRange ticks)
{
    const Topology& topology = *causes.topology();
    const std::string_view base = jobBaseName(topology.name(job));
    std::vector<EntityRef> alike;
    for (const EntityRef each : trainingJobsIn(causes, ticks)) {
        if (each != job && jobBaseName(topology.name(each)) == base)
            alike.push_back(each);
    }
    alike.push_back(job);
    const std::vector<JobSeries> series = seriesIn(causes, alike, ticks);
    std::vector<JobRun> own = runsIn(topology.name(job), series.back());
    if (own.empty())
        return {};
    std::vector<JobRun> runs;
    for (std::size_t at = 0; at + 1 < alike.size(); ++at) {
        for (JobRun& run : runsIn(topology.name(alike[at]), series[at])) {
            if (run.range.from < own.back().range.from)
                runs.push_back(std::move(run));
        }
    }
    std::ranges::move(own, std::back_inserter(runs));
    std::ranges::stable_sort(runs, {}, [](const JobRun& run) { return run.range.from; });
    for (JobRun& run : runs)
        findPlaces(recording, topology, run);
    return runs;
}

} // namespace lockstep
