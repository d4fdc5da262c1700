// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/notifiers/notifiertarget.h"
#include "datasources/text/commandpage.h"

#include <string>
#include <vector>

namespace lockstep {

/// Alert receivers from a command line: addresses, --alerts-ca, and --alerts-token-file or LOCKSTEP_ALERTS_TOKEN from
/// the environment. An Error names the invalid one and why.
[[nodiscard]] Result<std::vector<NotifierTarget>> notifierTargets(const CommandInput& line,
                                                                  const std::vector<std::string>& urls);

} // namespace lockstep
