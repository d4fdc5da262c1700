// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/topology/topology.h"

#include <string>

namespace lockstep {

/// An entity's name for drills and people: "node-0017/gpu3", "rack B04", "r0-leaf02/to:r0-spine05", "service chat",
/// "job train-a". A service is a job with pools ("chat/prefill"), or such a pool.
[[nodiscard]] std::string culpritName(const Topology& topology, EntityRef entity);

} // namespace lockstep
