// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/topologyimports/formats/topologypart.h"
#include "models/core/result.h"

#include <string>
#include <string_view>

namespace lockstep {

/// Whether a text looks like Slurm's topology.conf.
[[nodiscard]] bool isSlurmTopology(std::string_view text);

/// Slurm's topology.conf: which nodes hang at which switch, and which switches at which. It knows no ports.
[[nodiscard]] Result<TopologyPart> readSlurmTopology(std::string_view text, const std::string& origin);

} // namespace lockstep
