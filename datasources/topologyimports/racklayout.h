// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/topology/siteplan.h"

#include <vector>

namespace lockstep {

/// Gives racks that nobody has placed a place: rows side by side by their names, racks in them in the order of theirs,
/// behind what stands already. @return how many it has placed
std::size_t layOutRacks(std::vector<PlannedRack>& racks);

} // namespace lockstep
