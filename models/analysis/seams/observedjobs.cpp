// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/seams/observedjobs.h"

#include "models/store/spans/spanstore.h"

#include <algorithm>
#include <map>
#include <set>

namespace lockstep {

ObservedJobs observedJobs(const SpanStore& spans)
{
    std::map<NameId, std::set<EntityRef>> places;
    for (const SpanLane& lane : spans.lanes()) {
        if (lane.rank != Span::noRank && lane.job.isValid() && !spans.names().name(lane.job).empty())
            places[lane.job].insert(lane.entity);
    }
    ObservedJobs jobs;
    for (const auto& [job, entities] : places)
        jobs.push_back({spans.names().name(job), {entities.begin(), entities.end()}});
    std::ranges::sort(jobs, {}, &ObservedJob::name);
    return jobs;
}

} // namespace lockstep
