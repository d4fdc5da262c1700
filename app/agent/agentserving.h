// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/agentservice/agentserver.h"
#include "datasources/text/log.h"

#include <csignal>
#include <functional>
#include <string>
#include <sys/resource.h>

namespace lockstep {

/// Shared by agent and relay: file limits, and serving a hub until a signal arrives.

enum AgentExit : int { AgentDone = 0, AgentFailed = 1, AgentWrongUsage = 2 };

/// Raises the soft limit on open files: each counter of each adapter and each followed node keeps a file open, so the
/// usual 1024 is too low. @return the limit now in effect
[[nodiscard]] rlim_t raiseFileLimit();

/// Maximum number of connections for a server that needs @p files itself and three more per connection. The number of
/// clients is not under our control.
[[nodiscard]] std::size_t connectionsBeside(rlim_t files, rlim_t limit);

/// Serves the hub until a stop signal arrives or the hub becomes unreachable, then ends the process.
/// @param begin called with the port once serving; false aborts
/// @param end called before serving stops
/// @return exit code if serving could not begin
[[nodiscard]] int serveUntilSignal(const Log& log, ServerOptions options, TelemetryHub& hub,
                                   const sigset_t& stopSignals, const std::function<bool(int port)>& begin,
                                   const std::function<void()>& end);

} // namespace lockstep
