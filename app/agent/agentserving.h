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

/// Each counter of each adapter, and each node that is followed, keeps a file open; the usual soft limit of 1024 is not
/// enough.
/// @return how many there may be now
[[nodiscard]] rlim_t raiseFileLimit();

/// How many connections a server may have that needs @p files of its own, and three for each connection: strangers
/// decide how many there are.
[[nodiscard]] std::size_t connectionsBeside(rlim_t files, rlim_t limit);

/// Serves the hub until a signal asks to stop, or nobody can reach it any more, and ends the process.
/// @param begin called once it is served, with the port; false: it is all in vain
/// @param end called before it is no longer served
/// @return exit code, when it could not begin
[[nodiscard]] int serveUntilSignal(const Log& log, ServerOptions options, TelemetryHub& hub,
                                   const sigset_t& stopSignals, const std::function<bool(int port)>& begin,
                                   const std::function<void()>& end);

} // namespace lockstep
