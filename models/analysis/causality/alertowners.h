// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/result.h"
#include "models/core/topology/topology.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

/// Whose a cause of that kind at these culprits is, the one who can end it first: the teams that the plan names, and
/// the trades of causekinds.h where it names none.
[[nodiscard]] std::vector<std::string> alertOwners(std::string_view kind, std::span<const EntityRef> culprits,
                                                   const Topology& topology);

/// Fails where an owner of the plan is given for a kind that there is not.
[[nodiscard]] Status checkOwners(const SitePlan& plan);

} // namespace lockstep
