// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/sync/tracking/syncsnapshot.h"

#include <QString>

namespace lockstep {

class ClusterStore;

/// "its clock was throttled by heat"; empty if unknown. @param ranks number of ranks
[[nodiscard]] QString causeText(RankCause cause, std::size_t ranks = 1);

/// The verdict in one sentence: "rank 210 (node-010 / gpu2) slows train-a: its clock was throttled by heat." Also the
/// number of ranks that were not seen. Used by every view and report that names a culprit.
[[nodiscard]] QString verdictText(const JobSync& job, const ClusterStore& store);

/// Its evidence: "Last 16 steps: 5.63 s each, 5.08 s without it; 9.9 % of the job's GPU time spent waiting for it; in
/// 12 of 12 steps." Empty if there is none.
[[nodiscard]] QString verdictEvidence(const JobSync& job);

} // namespace lockstep
