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

/// Limits for a fetched trace, enforced against the agent.
struct TraceFetchLimits
{
    std::size_t files = 256;
    std::uint64_t bytes = std::uint64_t{4} << 30U;
};

/// Makes the processes of a job behind an agent record a trace, and writes the resulting files to a folder. Blocks
/// until done or stopped; any thread. The agent is untrusted: names of files are validated, and no file is overwritten.
/// @param progress receives sentences on this thread
/// @return the files; an error if there are none
[[nodiscard]] Result<std::vector<std::string>> fetchTrace(const AgentEndpoint& endpoint, const TraceOrder& order,
                                                          const std::string& folder, const std::stop_token& stop,
                                                          const std::function<void(const std::string&)>& progress,
                                                          const TraceFetchLimits& limits = {});

/// The same for the latest dumps of a job's ranks that the agent keeps. A dump that exists already (from another agent
/// that watches the same folder) is skipped.
/// @param job empty: any job
[[nodiscard]] Result<std::vector<std::string>> fetchDumps(const AgentEndpoint& endpoint, const std::string& job,
                                                          const std::string& folder, const std::stop_token& stop,
                                                          const std::function<void(const std::string&)>& progress,
                                                          const TraceFetchLimits& limits = {});

/// Bandwidth of the network from an idle agent's node to this machine, in bytes per second, by test data over one
/// connection. Blocks for about @p length; any thread. The error is the reason: the node is in use, or cannot be
/// reached.
[[nodiscard]] Result<double> measureBandwidth(const AgentEndpoint& endpoint, Duration length);

} // namespace lockstep
