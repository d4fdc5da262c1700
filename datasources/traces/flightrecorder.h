// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/traces/datatree.h"
#include "models/core/result.h"
#include "models/sync/collectiveop.h"

#include <optional>
#include <string>
#include <vector>

namespace lockstep {

/// Reads one rank's PyTorch NCCL Flight Recorder dump, version 2.x, from the data of its pickle or JSON.
/// Durations are known only where the job ran with TORCH_NCCL_ENABLE_TIMING; what the watchdog "discovered" is when it
/// looked, not when a collective started, so it is not taken for a start.
/// The dump does not name its rank; `rank` is what the file's name told.
[[nodiscard]] Result<CollectiveTrace> readFlightRecorder(const DataTree& tree, const std::string& file,
                                                         std::optional<std::int32_t> rank,
                                                         std::vector<std::string>& notes);

} // namespace lockstep
