// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/record/recordedjobs.h"

#include "app/record/recordedcauses.h"
#include "datasources/recording/recording.h"
#include "models/core/metrics/metricnames.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

namespace lockstep {

namespace {
constexpr TickIndex looks = 24; ///< at whether a job is there
}

TickRange lastHours(const Recording& recording, double hours)
{
    TickRange ticks = recording.ticks();
    const double wanted = hours * 3600 / std::chrono::duration<double>(recording.tickPeriod()).count();
    if (wanted > 0 && wanted < static_cast<double>(ticks.length()))
        ticks.from = ticks.to - static_cast<TickIndex>(wanted);
    return ticks;
}

std::vector<JobSeries> seriesIn(const RecordedCauses& causes, std::span<const EntityRef> jobs, TickRange ticks)
{
    JobSeries empty;
    empty.tickPeriod = causes.tickPeriod();
    empty.range = ticks;
    std::vector<JobSeries> all(jobs.size(), empty);
    for (const JobSeriesRow& row : jobSeriesRows()) {
        for (JobSeries& series : all)
            (series.*row.values)
                .assign(static_cast<std::size_t>(ticks.length()), std::numeric_limits<float>::quiet_NaN());
        for (TickIndex tick = ticks.from; tick < ticks.to; ++tick) {
            const std::vector<float> column = causes.column(row.metric, tick);
            for (std::size_t job = 0; job < jobs.size(); ++job) {
                if (jobs[job].index < column.size())
                    (all[job].*row.values)[static_cast<std::size_t>(tick - ticks.from)] = column[jobs[job].index];
            }
        }
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

} // namespace lockstep
