// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/goodput/jobledger.h"
#include "models/analysis/goodput/jobreport.h"
#include "models/core/ids.h"
#include "models/core/time.h"

#include <string>
#include <vector>

namespace lockstep {

class ClusterStore;
class TimeWindow;

/// The ticks that a job's numbers are about: the time in view, up to the moment shown; at most some hours of it.
[[nodiscard]] TickRange ticksOfJobs(const TimeWindow& time, Duration tickPeriod);

/// Training jobs that something is known of in these ticks, in order of their names. Services that answer requests take
/// no steps and are not among them.
[[nodiscard]] std::vector<EntityRef> trainingJobs(const ClusterStore& store, TickRange ticks);

/// A job's metrics, tick by tick. Past data that has not been read yet is no data; the store signals its arrival.
[[nodiscard]] JobSeries seriesOf(const ClusterStore& store, EntityRef job, TickRange ticks);

/// State at the end of the ticks. Values per step are the last known, unless the job was silent for longer than a
/// ledger counts.
[[nodiscard]] JobState stateOf(const ClusterStore& store, EntityRef job, TickRange ticks);

/// The GPUs, and nodes where it names none, that its ranks run on, each once, in order.
[[nodiscard]] std::vector<EntityRef> placesOf(const ClusterStore& store, EntityRef job);

} // namespace lockstep
