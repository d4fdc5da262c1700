// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/collectors/scheduler/schedulerview.h"
#include "models/core/result.h"

#include <string_view>

namespace lockstep {

/// Records of Slurm's JSON, as slurmrestd and `squeue --json` write them, of every version from 22.05 (data_parser
/// v0.0.38) on: numbers are bare or {"set", "infinite", "number"}, states are a word or a list of them. Any text costs
/// no more than its length allows. Never throw.
/// @param room for placements of all jobs, less those of this one: a short list of hosts may name thousands
[[nodiscard]] Result<SchedulerJob> parseSlurmJob(std::string_view json, std::size_t& room);
[[nodiscard]] Result<SchedulerNode> parseSlurmNode(std::string_view json);
[[nodiscard]] Result<SchedulerReservation> parseSlurmReservation(std::string_view json);

/// GPUs in a list of trackable resources ("cpu=8,gres/gpu=4,gres/gpu:a100=4"); 0: none.
[[nodiscard]] std::uint32_t gpusOfTres(std::string_view tres);

} // namespace lockstep
