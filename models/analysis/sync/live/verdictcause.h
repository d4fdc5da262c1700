// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/sync/live/syncnews.h"
#include "models/analysis/sync/live/throttlehistory.h"
#include "models/analysis/sync/tracking/syncsnapshot.h"
#include "models/core/topology/topology.h"

#include <span>

namespace lockstep {

/// Adds to a verdict why its ranks are slow, according to their GPUs' clocks, and their common place. A cause must be
/// clearly more frequent among them than among the job's other ranks.
/// @param followed by the store's lane
void addCause(JobSync& job, std::span<const FollowedLane> followed, const ThrottleHistory& throttles,
              const Topology& topology, Duration tickPeriod);

} // namespace lockstep
