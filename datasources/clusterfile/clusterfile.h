// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/agentclient/agentclient.h"
#include "models/core/result.h"
#include "models/core/topology/siteplan.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lockstep {

/// What a cluster file (TOML) says: what the cluster is made of, and where its agents listen.
struct ClusterFile
{
    std::shared_ptr<const SitePlan> plan;
    TopologyPtr topology; ///< made from the plan
    std::vector<AgentEndpoint> endpoints;
    /// Nodes that may report what belongs to no node: racks, loops, switches, jobs. Not said: any, each entity by the
    /// first who does.
    std::optional<std::vector<std::string>> reporters;
};

/// Reads a cluster file. Errors name the file, the line and what was expected.
[[nodiscard]] Result<ClusterFile> readClusterFile(const std::string& path);

/// The same from text; @p origin stands for the file in errors.
[[nodiscard]] Result<ClusterFile> parseClusterFile(std::string_view text, const std::string& origin);

/// The text of a file that reads as the same plan, endpoints and reporters. What a simulator plays is not among them.
[[nodiscard]] std::string writeClusterFile(const ClusterFile& file);

} // namespace lockstep
