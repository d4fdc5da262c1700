// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/result.h"
#include "models/core/topology/siteplan.h"

#include <span>
#include <string>
#include <string_view>

namespace lockstep {

/// The text of a cluster file with changed rack positions. Only positions are rewritten; comments and tables are kept.
/// A table of many racks of which some have moved becomes several. Racks that are not in the file are added. The result
/// is otherwise equivalent to the file; if that is impossible, fails with the reason. Pure.
/// @param origin file name in errors @param racks current ones, at least with name and position
[[nodiscard]] Result<std::string> withRackPlaces(std::string_view text, const std::string& origin,
                                                 std::span<const PlannedRack> racks);

} // namespace lockstep
