// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/collectors/sampling/agentconfig.h"
#include "datasources/text/log.h"

#include <csignal>
#include <string>

namespace lockstep {

/// `lockstep-agent --relay`: follows the nodes of a cluster file and serves all of them until a stop signal arrives.
/// @param config serving options and the relay's name in the cluster file; if empty, this machine's name or that of the
/// file's only relay
/// @return exit code
[[nodiscard]] int serveAsRelay(const Log& log, const std::string& clusterFile, const AgentConfig& config,
                               const sigset_t& stopSignals);

} // namespace lockstep
