// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/causality/alert.h"
#include "models/analysis/causality/alertcost.h"
#include "models/analysis/causality/observedjobs.h"
#include "models/analysis/drain/drainreport.h"
#include "models/analysis/goodput/jobledger.h"
#include "models/analysis/goodput/jobreport.h"
#include "models/core/time.h"
#include "models/core/topology/topology.h"

#include <functional>
#include <span>
#include <vector>

namespace lockstep {

/// Provides the facts for the drain queue: a store or a recording. A job is judged by the hour before the moment.
struct DrainSource
{
    const Topology& topology;
    Duration tickPeriod{};
    TimePoint moment;
    ColumnOf columnOf;
    std::function<std::vector<EntityRef>(TickRange ticks)> trainingJobs; ///< jobs with any data in these ticks
    std::function<JobSeries(EntityRef job, TickRange ticks)> seriesOf;
    std::function<JobState(EntityRef job, TickRange ticks)> stateOf; ///< at the end of the ticks
    std::function<bool(EntityRef node)> isReporting; ///< at the moment
    std::function<std::vector<float>()> utilisation; ///< of GPUs, at the moment; NaN: not known
};

/// The ticks that are evaluated.
[[nodiscard]] TickRange drainTicks(TimePoint moment, Duration tickPeriod);

/// Jobs that run at the moment, and where they run. The last entry represents work that is known only from the load of
/// GPUs; its entities may be missing.
[[nodiscard]] std::vector<DrainedJob> runningJobs(const DrainSource& source, ObservedJobs observed);

/// The drain queue at a moment: what to take out of service, most urgent first.
/// @param alerts of that moment
[[nodiscard]] std::vector<DrainRow> drainRows(const DrainSource& source, ObservedJobs observed,
                                              std::span<const Alert> alerts);

} // namespace lockstep
