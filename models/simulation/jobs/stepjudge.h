// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/simulation/cluster/groundtruth.h"
#include "models/simulation/jobs/plannedstep.h"

#include <span>

namespace lockstep::sim {

/// Who made a planned step long, and by how much: compares the slowest rank, edge, stall and checkpoint with the median
/// of their kind. An excess under 1 % of the step is nobody's fault.
/// @param nodes of the job, by rank / @p gpusPerNode
[[nodiscard]] StepTruth judgeStep(const PlannedStep& step, const RankGrid& grid, const StepWork& work,
                                  std::uint32_t job, std::span<const std::uint32_t> nodes, std::uint32_t gpusPerNode);

} // namespace lockstep::sim
