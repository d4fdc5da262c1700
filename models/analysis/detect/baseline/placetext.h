// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/topology/topology.h"

#include <string>

namespace lockstep {

/// The place at the beginning of an event's sentence: "node-017 gpu3", "Rack A4", "Loop cdu-1".
[[nodiscard]] std::string placeText(const Topology& topology, EntityRef entity);

/// A few names and the number of the others: "node-001, node-002, node-003 and 22 more".
[[nodiscard]] std::string abbreviatedList(const std::vector<std::string>& names);

} // namespace lockstep
