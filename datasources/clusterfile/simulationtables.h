// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/result.h"
#include "models/simulation/cluster/clusterspec.h"

#include <toml++/toml.h>

#include <string>

namespace lockstep {

/// Reads the table [simulation] of a cluster file into a spec whose racks and nodes are known. Used by
/// simulationfile.cpp.
[[nodiscard]] Status readSimulationTable(const toml::table& source, const std::string& origin, sim::ClusterSpec& spec);

} // namespace lockstep
