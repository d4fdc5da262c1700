// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/collectors/sampling/agentconfig.h"
#include "datasources/text/log.h"

#include <csignal>
#include <string>

namespace lockstep {

/// `lockstep-agent --relay`: follows the nodes of a cluster file and serves them as one until a signal asks it to stop.
/// @param config how to serve, and by which name it goes: as in the cluster file; empty: this machine's, or that of the
/// only relay in the file
/// @return exit code
[[nodiscard]] int serveAsRelay(const Log& log, const std::string& clusterFile, const AgentConfig& config,
                               const sigset_t& stopSignals);

} // namespace lockstep
