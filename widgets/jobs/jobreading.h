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

/// Ticks that a job's figures cover: the visible range up to the moment shown, at most some hours.
[[nodiscard]] TickRange ticksOfJobs(const TimeWindow& time, Duration tickPeriod);

/// Training jobs with data in these ticks, by name. Excludes inference services, which have no steps.
[[nodiscard]] std::vector<EntityRef> trainingJobs(const ClusterStore& store, TickRange ticks);

/// A job's metrics by tick. Past data that has not been read yet is missing; the store signals its arrival.
[[nodiscard]] JobSeries seriesOf(const ClusterStore& store, EntityRef job, TickRange ticks);

/// State at the end of the ticks: the last known values, at most JobLedger::longestSilence old.
[[nodiscard]] JobState stateOf(const ClusterStore& store, EntityRef job, TickRange ticks);

/// The GPUs (or nodes, if GPUs are unknown) of a job's ranks, without duplicates, in order.
[[nodiscard]] std::vector<EntityRef> placesOf(const ClusterStore& store, EntityRef job);

} // namespace lockstep
