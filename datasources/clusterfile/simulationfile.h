// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/result.h"
#include "models/simulation/cluster/clusterspec.h"

#include <string>
#include <string_view>

namespace lockstep {

/// Reads the cluster that a simulator is to play: racks and nodes from the very cluster file that the dashboard reads,
/// the rest (GPU product, loops, fabric, jobs, services, failures) from its table [simulation]. What that leaves out
/// takes the defaults of sim::ClusterSpec. Errors name the file, the line and what was expected. Any thread.
[[nodiscard]] Result<sim::ClusterSpec> readSimulationFile(const std::string& path);

/// The same from text; @p origin stands for the file in errors.
[[nodiscard]] Result<sim::ClusterSpec> parseSimulation(std::string_view text, const std::string& origin);

} // namespace lockstep
