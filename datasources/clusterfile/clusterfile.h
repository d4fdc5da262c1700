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

/// A [[relay]] of a cluster file.
struct ClusterRelay
{
    std::string name;
    AgentEndpoint endpoint; ///< where it listens
    std::vector<std::string> nodes; ///< nodes it follows directly, at the file's addresses
    std::vector<std::string> relays; ///< names of the relays it reads
};

/// Contents of a cluster file (TOML): the components of the cluster, and the addresses of its agents.
struct ClusterFile
{
    std::shared_ptr<const SitePlan> plan;
    TopologyPtr topology; ///< built from the plan
    std::vector<AgentEndpoint> endpoints; ///< one for each node
    std::vector<ClusterRelay> relays;
    /// Nodes that may report entities without a node: racks, loops, switches, jobs. Not set: any node, the first one
    /// per entity.
    std::optional<std::vector<std::string>> reporters;
};

/// Reads a cluster file. Errors name the file, the line and the expected input.
[[nodiscard]] Result<ClusterFile> readClusterFile(const std::string& path);

/// The same from text; @p origin is the file name in errors.
[[nodiscard]] Result<ClusterFile> parseClusterFile(std::string_view text, const std::string& origin);

/// Endpoints that a dashboard or recorder follows: relays that no other relay reads, and nodes behind none.
[[nodiscard]] std::vector<AgentEndpoint> followedByReaders(const ClusterFile& file);

/// Nodes and relays that a relay follows: in a file without relays, all nodes with an address. The error names the
/// existing relays, or the node without an address.
[[nodiscard]] Result<std::vector<AgentEndpoint>> followedByRelay(const ClusterFile& file, const std::string& name);

/// The text of a file with the same plan, endpoints, relays and reporters. Simulation settings are not included.
[[nodiscard]] std::string writeClusterFile(const ClusterFile& file);

/// Checks that every node and relay that a relay follows exists and is behind at most one relay, and that there is no
/// loop. The error names the problem.
[[nodiscard]] Status checkRelays(const ClusterFile& file);

} // namespace lockstep
