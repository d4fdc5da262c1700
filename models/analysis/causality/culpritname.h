// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/topology/topology.h"

#include <string>
#include <string_view>

namespace lockstep {

/// An entity's name for drills and people: "node-0017/gpu3", "rack B04", "r0-leaf02/to:r0-spine05", "service chat",
/// "job train-a". A service is a job with pools ("chat/prefill"), or such a pool.
[[nodiscard]] std::string culpritName(const Topology& topology, EntityRef entity);

/// The name of the service of a job: its own, or that of the service whose pool or replica it is ("chat" of
/// "chat/prefill"). Names of models may contain slashes. Valid as long as the topology.
[[nodiscard]] std::string_view serviceName(const Topology& topology, EntityRef job);

} // namespace lockstep
