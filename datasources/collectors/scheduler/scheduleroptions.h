// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/collectors/scheduler/schedulerview.h"
#include "datasources/text/tomltable.h"

#include <chrono>
#include <memory>
#include <string>

namespace lockstep {

/// How to query a scheduler, from [slurm] and [kubernetes] in the agent's configuration.
struct SchedulerOptions
{
    std::string address; ///< empty: not configured; for its forms see SlurmRest and KubernetesApi
    std::string tokenFile; ///< readable by its owner only; read for each request
    std::string user; ///< Slurm user that the token belongs to
    std::string caFile;
    std::string domain; ///< removed from the ends of node names, so that they match the agents' names
    std::chrono::milliseconds interval{2000};
    std::chrono::milliseconds timeout{60'000}; ///< of one answer
};

/// Parses [slurm] and [kubernetes]; an Error has file and line.
[[nodiscard]] Result<SchedulerOptions> readSlurmOptions(TomlTable& top, const std::string& origin);
[[nodiscard]] Result<SchedulerOptions> readKubernetesOptions(TomlTable& top, const std::string& origin);

/// The source for that scheduler; null: not configured.
[[nodiscard]] std::unique_ptr<SchedulerSource> slurmSource(const SchedulerOptions& options);
[[nodiscard]] std::unique_ptr<SchedulerSource> kubernetesSource(const SchedulerOptions& options);

} // namespace lockstep
