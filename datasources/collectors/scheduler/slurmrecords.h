// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/collectors/scheduler/schedulerview.h"
#include "models/core/result.h"

#include <string_view>

namespace lockstep {

/// Parse Slurm's JSON from slurmrestd and `squeue --json`, since version 22.05 (data_parser v0.0.38): numbers are plain
/// or {"set", "infinite", "number"}, states are a word or a list of words. Cost is bounded by the text's length. Never
/// throw.
/// @param room remaining number of placements of all jobs, because a short host list may name thousands
[[nodiscard]] Result<SchedulerJob> parseSlurmJob(std::string_view json, std::size_t& room);
[[nodiscard]] Result<SchedulerNode> parseSlurmNode(std::string_view json);
[[nodiscard]] Result<SchedulerReservation> parseSlurmReservation(std::string_view json);

/// GPUs in a list of trackable resources ("cpu=8,gres/gpu=4,gres/gpu:a100=4"); 0: none.
[[nodiscard]] std::uint32_t gpusOfTres(std::string_view tres);

} // namespace lockstep
