// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/sync/live/syncupdate.h"
#include "models/analysis/sync/live/throttlehistory.h"
#include "models/analysis/sync/tracking/syncsnapshot.h"
#include "models/core/topology/topology.h"

#include <QString>

#include <span>
#include <string>
#include <vector>

namespace lockstep {

class ClusterStore;

/// The places of a communicator's ranks: GPUs or nodes.
using GroupPlaces = std::vector<EntityRef>;

/// ", all of them through r3-leaf02": leaf switches that all affected groups use and most others do not; empty if there
/// are none, or too many to name. A group within one node uses none.
[[nodiscard]] std::string sharedSwitchText(const Topology& topology, std::span<const GroupPlaces> affected,
                                           std::span<const GroupPlaces> others);

/// Adds to a verdict why its ranks are slow, judged by their GPUs' clocks and their common place. A cause must be
/// clearly more frequent among these ranks than among the job's other ranks.
/// @param followed by the store's lane
void addCause(JobSync& job, std::span<const FollowedLane> followed, const ThrottleHistory& throttles,
              const Topology& topology, Duration tickPeriod);

/// "its clock was throttled by heat"; empty if unknown. @param ranks number of ranks
[[nodiscard]] QString causeText(RankCause cause, std::size_t ranks = 1);

/// The verdict in one sentence: "rank 210 (node-010 / gpu2) slows train-a: its clock was throttled by heat." Also the
/// number of ranks that were not seen. Used by every view and report that names a culprit.
[[nodiscard]] QString verdictText(const JobSync& job, const ClusterStore& store);

/// Its evidence: "Last 16 steps: 5.63 s each, 5.08 s without it; 9.9 % of the job's GPU time spent waiting for it; in
/// 12 of 12 steps." Empty if there is none.
[[nodiscard]] QString verdictEvidence(const JobSync& job);

} // namespace lockstep
