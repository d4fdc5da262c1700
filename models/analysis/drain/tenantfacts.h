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

/// Provides the facts for a tenant report: a store or a recording.
struct TenantSource
{
    const Topology& topology;
    Duration tickPeriod{};
    std::span<const TickIndex> ticks; ///< of the report; as in JobSeries
    std::size_t maxTicks = 360; ///< maximum number of sampled ticks of the scheduler's totals
    ColumnOf columnOf; ///< called once per column that is needed again soon
    ReadSeries seriesOf; ///< of each job, for the ticks
    std::function<JobHolders(TimePoint moment)> holdersAt;
};

/// GPU time that tenants held and lost, and the links they share.
/// @param known jobs with known tenants; receives those that are found
/// @param observed jobs reported by ranks
/// @param alerts only their own reported costs are used
[[nodiscard]] TenantFacts tenantFacts(const TenantSource& source, JobHolders& known, const ObservedJobs& observed,
                                      std::span<const Alert> alerts);

} // namespace lockstep
