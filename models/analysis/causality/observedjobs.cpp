// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/causality/observedjobs.h"

#include "models/store/spans/spanstore.h"

#include <algorithm>
#include <map>
#include <utility>

namespace lockstep {

ObservedJobs observedJobs(const SpanStore& spans)
{
    std::map<NameId, std::vector<EntityRef>> places;
    for (const SpanLane& lane : spans.lanes()) {
        if (lane.rank != Span::noRank && lane.job.isValid() && !spans.names().name(lane.job).empty())
            places[lane.job].push_back(lane.entity);
    }
    ObservedJobs jobs;
    for (auto& [job, entities] : places) {
        std::ranges::sort(entities);
        const auto twice = std::ranges::unique(entities);
        entities.erase(twice.begin(), twice.end());
        jobs.push_back({spans.names().name(job), std::move(entities)});
    }
    std::ranges::sort(jobs, {}, &ObservedJob::name);
    return jobs;
}

} // namespace lockstep
