// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/collectors/sampling/agentconfig.h"

namespace lockstep {

/// Identity of this machine: configured name or host name, position, operating system, CPU and memory. The inventory is
/// empty. The epoch is the current time, so that it is unique for each run.
[[nodiscard]] NodeIdentity describeHost(const AgentConfig& config);

} // namespace lockstep
