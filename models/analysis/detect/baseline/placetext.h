// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/topology/topology.h"

#include <string>

namespace lockstep {

/// What an event's sentence begins with, so that it is read first: "node-017 gpu3", "Rack A4", "Loop cdu-1".
[[nodiscard]] std::string placeText(const Topology& topology, EntityRef entity);

/// A few by name and the others by number: "node-001, node-002, node-003 and 22 more".
[[nodiscard]] std::string someOf(const std::vector<std::string>& names);

} // namespace lockstep
