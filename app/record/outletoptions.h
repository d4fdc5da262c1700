// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/outlets/outlettarget.h"
#include "datasources/text/commandpage.h"

#include <string>
#include <vector>

namespace lockstep {

/// Whom alerts are sent to, as sub-commands are given it: addresses, with --alerts-ca and --alerts-token-file, or
/// LOCKSTEP_ALERTS_TOKEN of the environment. An Error says which of them cannot be, and why.
[[nodiscard]] Result<std::vector<OutletTarget>> outletTargets(const CommandInput& line,
                                                              const std::vector<std::string>& urls);

} // namespace lockstep
