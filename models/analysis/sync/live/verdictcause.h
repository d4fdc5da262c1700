// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/sync/live/syncnews.h"
#include "models/analysis/sync/live/throttlehistory.h"
#include "models/analysis/sync/tracking/syncsnapshot.h"
#include "models/core/topology/topology.h"

#include <span>
#include <string>
#include <vector>

namespace lockstep {

/// The places of a communicator's ranks: GPUs or nodes.
using GroupPlaces = std::vector<EntityRef>;

/// ", all of them through r3-leaf02": leaf switches that all affected groups use and most others do not; empty if there
/// are none, or too many to name. A group within one node uses none.
[[nodiscard]] std::string sharedSwitchText(const Topology& topology, std::span<const GroupPlaces> affected,
                                           std::span<const GroupPlaces> others);

/// Adds to a verdict why its ranks are slow, according to their GPUs' clocks, and their common place. A cause must be
/// clearly more frequent among them than among the job's other ranks.
/// @param followed by the store's lane
void addCause(JobSync& job, std::span<const FollowedLane> followed, const ThrottleHistory& throttles,
              const Topology& topology, Duration tickPeriod);

} // namespace lockstep
