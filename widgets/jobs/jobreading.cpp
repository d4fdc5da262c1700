// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/jobs/jobreading.h"

#include "models/core/metrics/metricnames.h"
#include "models/store/clusterstore.h"
#include "models/view/time/timewindow.h"

#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

constexpr TickIndex maxTicks = 21'600; ///< six hours of seconds: reading costs milliseconds
constexpr TickIndex glances = 24; ///< number of samples to check whether a job exists

/// Of its ranks.
std::vector<const SpanLane*> lanesOf(const ClusterStore& store, EntityRef job)
{
    std::vector<const SpanLane*> lanes;
    if (!store.topology()->contains(job))
        return lanes;
    const std::string& name = store.topology()->name(job);
    const NameTable& names = store.spans().names();
    for (const SpanLane& lane : store.spans().lanes()) {
        if (lane.rank != Span::noRank && lane.job.isValid() && names.name(lane.job) == name)
            lanes.push_back(&lane);
    }
    return lanes;
}

} // namespace

TickRange ticksOfJobs(const TimeWindow& time, Duration tickPeriod)
{
    const TickIndex to = tickIndexOf(time.cursor(), tickPeriod) + 1;
    return {std::max(tickIndexOf(time.range().from, tickPeriod), to - maxTicks), to};
}

std::vector<EntityRef> trainingJobs(const ClusterStore& store, TickRange ticks)
{
    std::vector<EntityRef> jobs;
    const MetricId gpus = store.metrics().find(metrics::job::gpus);
    if (!gpus.isValid() || ticks.isEmpty())
        return jobs;
    const auto count = static_cast<std::uint32_t>(store.topology()->count(EntityKind::Job));
    std::vector<bool> isThere(count, false);
    const TickIndex stride = std::max<TickIndex>(1, ticks.length() / glances);
    for (TickIndex tick = ticks.to - 1; tick >= ticks.from; tick -= stride) {
        const std::span<const float> column = store.column(gpus, tick);
        for (std::uint32_t job = 0; job < std::min<std::size_t>(count, column.size()); ++job)
            isThere[job] = isThere[job] || !std::isnan(column[job]);
    }
    const MetricId requests = store.metrics().find(metrics::serving::requests);
    const std::span<const float> services = requests.isValid() ? store.current(requests) : std::span<const float>();
    for (std::uint32_t job = 0; job < count; ++job) {
        const bool isService = job < services.size() && !std::isnan(services[job]);
        if (isThere[job] && !isService)
            jobs.push_back({EntityKind::Job, job});
    }
    std::ranges::sort(jobs, {}, [&store](EntityRef job) -> const std::string& { return store.topology()->name(job); });
    return jobs;
}

JobSeries seriesOf(const ClusterStore& store, EntityRef job, TickRange ticks)
{
    JobSeries series;
    series.tickPeriod = store.tickPeriod();
    series.ticks = ticksIn(ticks);
    for (const JobSeriesRow& row : jobSeriesRows()) {
        if (const MetricId metric = store.metrics().find(row.metric); metric.isValid())
            store.series(metric, job.index, ticks, series.*row.values);
    }
    return series;
}

JobState stateOf(const ClusterStore& store, EntityRef job, TickRange ticks)
{
    JobState state;
    state.moment = timeOfTick(ticks.to, store.tickPeriod());
    const TickIndex back = std::max<TickIndex>(1, JobLedger::longestSilence / store.tickPeriod());
    const TickRange lately{std::max(ticks.from, ticks.to - back), ticks.to};
    std::vector<float> values;
    for (const JobStateRow& row : jobStateRows()) {
        const MetricId metric = store.metrics().find(row.metric);
        if (!metric.isValid())
            continue;
        store.series(metric, job.index, lately, values);
        const auto last = std::find_if(values.rbegin(), values.rend(), [](float value) { return !std::isnan(value); });
        if (last != values.rend())
            state.*row.value = static_cast<double>(*last);
    }
    const std::vector<const SpanLane*> lanes = lanesOf(store, job);
    if (!lanes.empty())
        state.rankCount = static_cast<double>(std::ranges::max(lanes, {}, &SpanLane::rank)->rank) + 1;
    return state;
}

std::vector<EntityRef> placesOf(const ClusterStore& store, EntityRef job)
{
    std::vector<EntityRef> places;
    for (const SpanLane* lane : lanesOf(store, job))
        places.push_back(lane->entity);
    std::ranges::sort(places);
    const auto twice = std::ranges::unique(places);
    places.erase(twice.begin(), twice.end());
    return places;
}

} // namespace lockstep
