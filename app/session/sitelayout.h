// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/agentclient/agentclient.h"
#include "models/core/result.h"
#include "models/core/topology/siteplan.h"

#include <QString>

#include <span>
#include <string>
#include <vector>

namespace lockstep {

class ClusterStore;

/// Current rack positions, in the form of a cluster file.
[[nodiscard]] std::vector<PlannedRack> currentRackPositions(const Topology& topology, std::span<const EntityRef> racks);

/// The racks and nodes of a cluster, each with its GPUs, without anything else.
[[nodiscard]] TopologyPtr machinesOf(const Topology& topology);

/// The text of a cluster file for a cluster without one: racks and nodes as reported by agents, each node with its
/// address if no other node shares it.
[[nodiscard]] std::string clusterTextOf(const ClusterStore& store, std::span<const AgentEndpoint> agents);

/// Writes rack positions into a cluster file atomically; everything else in it stays unchanged. May block on disk I/O.
[[nodiscard]] Status saveLayout(const QString& path, std::span<const PlannedRack> racks);

/// Does the same to a file created from @p text, replacing an existing one.
[[nodiscard]] Status saveLayoutAs(const QString& path, std::string_view text, std::span<const PlannedRack> racks);

} // namespace lockstep
