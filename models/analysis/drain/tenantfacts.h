// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/causality/alert.h"
#include "models/analysis/causality/alertcost.h"
#include "models/analysis/causality/observedjobs.h"
#include "models/analysis/goodput/jobledger.h"
#include "models/analysis/goodput/tenantreport.h"
#include "models/core/time.h"
#include "models/core/topology/topology.h"

#include <functional>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace lockstep {

/// GPUs of a job according to a scheduler.
struct JobHolder
{
    std::string tenant;
    std::vector<EntityRef> nodes;
};

/// By job.
using JobHolders = std::map<std::string, JobHolder>;

/// Source of a tenant report's facts: a store or a recording.
struct TenantSource
{
    const Topology& topology;
    Duration tickPeriod{};
    TickRange ticks; ///< that it is about
    TickIndex maxTicks = 360; ///< of the scheduler's sums that are looked at; the others are as the one before
    ColumnOf columnOf; ///< asked once for what is asked again soon
    std::function<std::vector<JobSeries>(std::span<const EntityRef> jobs)> seriesOf; ///< of each, over the ticks
    std::function<JobHolders(TimePoint moment)> holdersAt;
};

/// What tenants held, lost and share with each other.
/// @param known jobs whose tenants are known; what is found is added
/// @param observed jobs that ranks tell of  @param alerts without costs but those that their own words tell
[[nodiscard]] TenantFacts tenantFacts(const TenantSource& source, JobHolders& known, const ObservedJobs& observed,
                                      std::span<const Alert> alerts);

} // namespace lockstep
