// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/result.h"
#include "models/core/topology/siteplan.h"

#include <span>
#include <string>
#include <string_view>

namespace lockstep {

/// The text of a cluster file in which racks stand elsewhere. Only where they stand is rewritten, and what comments and
/// tables there are stay as they are; a table that stands for many racks of which some have left the line becomes
/// several. Racks that the file does not name are added to it. Reads as the same file otherwise, or fails saying what
/// stands in the way. Pure.
/// @param origin stands for the file in errors @param racks as they stand now, of each at least name and place
[[nodiscard]] Result<std::string> withRackPlaces(std::string_view text, const std::string& origin,
                                                 std::span<const PlannedRack> racks);

} // namespace lockstep
