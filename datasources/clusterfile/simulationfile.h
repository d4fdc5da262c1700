// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/result.h"
#include "models/core/topology/topology.h"
#include "models/simulation/cluster/clusterspec.h"
#include "models/simulation/cluster/drill.h"

#include <string>
#include <string_view>

namespace lockstep {

/// Reads a drill file (TOML): a [drill] table, [[fault]] tables and the ground truth as [[consequence]] tables. Errors
/// name the file, the line and the expected input. Any thread.
[[nodiscard]] Result<sim::Drill> readDrillFile(const std::string& path);

/// The same from text; @p origin is the file name in errors.
[[nodiscard]] Result<sim::Drill> parseDrill(std::string_view text, const std::string& origin);

/// Reads a cluster for the simulator: racks and nodes from the same cluster file as the dashboard, everything else (GPU
/// product, loops, fabric, jobs, services, failures) from its table [simulation]. Defaults are those of
/// sim::ClusterSpec. Errors name the file, the line and the expected input. Any thread.
[[nodiscard]] Result<sim::ClusterSpec> readSimulationFile(const std::string& path);

/// The same from text; @p origin is the file name in errors.
[[nodiscard]] Result<sim::ClusterSpec> parseSimulation(std::string_view text, const std::string& origin);

/// A cluster for the simulator with the same racks, nodes and loops. Each node has as many GPUs and NICs as the best
/// equipped one. The fabric is a fat tree, and jobs and a service share the nodes. Cooling data that the plan lacks is
/// derived from the number of GPUs.
[[nodiscard]] Result<sim::ClusterSpec> simulatedHall(const Topology& topology);

} // namespace lockstep
