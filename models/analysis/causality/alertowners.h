// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/result.h"
#include "models/core/topology/topology.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

/// Owners of a cause of that kind at these culprits. The owner that can remove the cause comes first. Owners are teams
/// named in the plan, otherwise trades of the causes table.
[[nodiscard]] std::vector<std::string> alertOwners(std::string_view kind, std::span<const EntityRef> culprits,
                                                   const Topology& topology);

/// Fails if an owner of the plan names an unknown kind.
[[nodiscard]] Status checkOwners(const SitePlan& plan);

} // namespace lockstep
