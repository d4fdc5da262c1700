// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/result.h"
#include "models/simulation/cluster/clusterspec.h"

#include <string>
#include <string_view>

namespace lockstep {

/// Reads a cluster for the simulator: racks and nodes from the same cluster file as the dashboard, everything else (GPU
/// product, loops, fabric, jobs, services, failures) from its table [simulation]. Defaults are those of
/// sim::ClusterSpec. Errors name the file, the line and the expected input. Any thread.
[[nodiscard]] Result<sim::ClusterSpec> readSimulationFile(const std::string& path);

/// The same from text; @p origin is the file name in errors.
[[nodiscard]] Result<sim::ClusterSpec> parseSimulation(std::string_view text, const std::string& origin);

} // namespace lockstep
