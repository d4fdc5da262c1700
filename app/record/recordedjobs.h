// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/drain/drainfacts.h"
#include "models/analysis/goodput/jobledger.h"
#include "models/analysis/goodput/jobreport.h"
#include "models/analysis/goodput/jobruns.h"
#include "models/core/ids.h"
#include "models/core/time.h"

#include <span>
#include <string_view>
#include <vector>

namespace lockstep {

class RecordedCauses;
class Recording;

/// The ticks of the last @p hours of a recording; 0: all ticks.
[[nodiscard]] TickRange lastHours(const Recording& recording, double hours);
/// Metrics of jobs in a recording, tick by tick. Each column is read once, whatever the number of jobs.
[[nodiscard]] std::vector<JobSeries> seriesIn(const RecordedCauses& causes, std::span<const EntityRef> jobs,
                                              TickRange ticks);
/// One metric of jobs, tick by tick; NaN: no data.
[[nodiscard]] std::vector<std::vector<float>> valuesIn(const RecordedCauses& causes, std::string_view metric,
                                                       std::span<const EntityRef> jobs, TickRange ticks);
/// State of a job at the end of the ticks: the last values within the time that a job ledger considers.
[[nodiscard]] JobState stateIn(const RecordedCauses& causes, EntityRef job, TickRange ticks);
/// All runs of a job, and of jobs whose names differ only in their number, oldest first; the last one is the job's own.
[[nodiscard]] std::vector<JobRun> runsOf(Recording& recording, const RecordedCauses& causes, EntityRef job,
                                         TickRange ticks);
/// Inputs of the drain queue at the last tick.
[[nodiscard]] DrainSource drainSource(const RecordedCauses& causes);
/// Training jobs with any data in these ticks.
[[nodiscard]] std::vector<EntityRef> trainingJobsIn(const RecordedCauses& causes, TickRange ticks);

} // namespace lockstep
