// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/agentclient/agentclient.h"
#include "models/core/result.h"
#include "models/core/tracerecorder.h"

#include <functional>
#include <stop_token>
#include <string>
#include <vector>

namespace lockstep {

/// Limits for a fetched trace, whatever an agent sends.
struct TraceFetchLimits
{
    std::size_t files = 256;
    std::uint64_t bytes = std::uint64_t{4} << 30U;
};

/// Has the processes of a job behind an agent record a trace, and writes what they wrote into a folder. Blocks until it
/// is done or stopped; any thread. The agent is a stranger: names of files are checked, nothing there is overwritten.
/// @param progress sentences, while it lasts, on this thread
/// @return the files; an error in words where there are none
[[nodiscard]] Result<std::vector<std::string>> fetchTrace(const AgentEndpoint& endpoint, const TraceOrder& order,
                                                          const std::string& folder, const std::stop_token& stop,
                                                          const std::function<void(const std::string&)>& progress,
                                                          const TraceFetchLimits& limits = {});

/// Likewise the latest dumps of a job's ranks that the agent keeps. Of a rank whose dump is there already (of another
/// agent, that watches the same folder) it is left aside.
/// @param job empty: of whichever job
[[nodiscard]] Result<std::vector<std::string>> fetchDumps(const AgentEndpoint& endpoint, const std::string& job,
                                                          const std::string& folder, const std::stop_token& stop,
                                                          const std::function<void(const std::string&)>& progress,
                                                          const TraceFetchLimits& limits = {});

} // namespace lockstep
