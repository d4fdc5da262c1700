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

/// Racks as they stand now, as a cluster file says it.
[[nodiscard]] std::vector<PlannedRack> racksAsTheyStand(const Topology& topology, std::span<const EntityRef> racks);

/// The text of a cluster file for a cluster that has none: racks and nodes as agents tell of them, each node with the
/// address at which it is followed, where it is alone there.
[[nodiscard]] std::string clusterTextOf(const ClusterStore& store, std::span<const AgentEndpoint> agents);

/// Puts where racks stand into a cluster file, at once or not at all; all else in it stays as it is on disk now. Blocks
/// on the disk.
[[nodiscard]] Status saveLayout(const QString& path, std::span<const PlannedRack> racks);

/// The same into a file that is made of @p text, or takes its place.
[[nodiscard]] Status saveLayoutAs(const QString& path, std::string_view text, std::span<const PlannedRack> racks);

} // namespace lockstep
