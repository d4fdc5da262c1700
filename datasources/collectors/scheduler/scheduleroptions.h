// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <string>

namespace lockstep {

/// How to query a scheduler, from [slurm] and [kubernetes] in the agent's configuration.
struct SchedulerOptions
{
    std::string address; ///< empty: not configured; for its forms see SlurmRest and KubernetesApi
    std::string tokenFile; ///< readable by its owner only; read for each request
    std::string user; ///< of Slurm, whose token it is
    std::string caFile;
    std::string domain; ///< cut off the names of nodes that end in it, so that they are as the nodes' agents have them
    std::chrono::milliseconds interval{2000};
    std::chrono::milliseconds patience{60'000}; ///< with one answer
};

} // namespace lockstep
