// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

/// Expands a Slurm host list: "n[001-003,007],login1". At most budget::nodesPerHall names. Pure.
[[nodiscard]] Result<std::vector<std::string>> expandHostList(std::string_view list);

} // namespace lockstep
