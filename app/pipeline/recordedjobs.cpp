// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/pipeline/recordedjobs.h"

#include <algorithm>
#include <map>
#include <set>

namespace lockstep {

namespace {

constexpr Duration stretchOfSpans = std::chrono::seconds(5);
constexpr Duration shortestPause = std::chrono::seconds(30);
constexpr int maxStretches = 100;

} // namespace

ObservedJobs recordedJobs(Recording& recording)
{
    const TickRange ticks = recording.ticks();
    const TimePoint begin = timeOfTick(ticks.from, recording.tickPeriod());
    const TimePoint end = timeOfTick(ticks.to, recording.tickPeriod());
    const Duration apart = std::max<Duration>(shortestPause, (end - begin) / maxStretches);
    std::map<std::uint32_t, std::set<EntityRef>> places; // by the job's name
    for (TimePoint from = begin; from < end; from += apart) {
        for (const RecordedSpan& span : recording.spans({from, from + stretchOfSpans})) {
            if (span.job != 0 && span.rank != Span::noRank)
                places[span.job].insert(span.entity);
        }
    }
    ObservedJobs jobs;
    for (const auto& [job, entities] : places)
        jobs.push_back({recording.names().name(NameId{job}), {entities.begin(), entities.end()}});
    std::ranges::sort(jobs, {}, &ObservedJob::name);
    return jobs;
}

} // namespace lockstep
