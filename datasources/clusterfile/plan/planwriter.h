// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/clusterfile/plan/tablewriter.h"
#include "models/core/topology/siteplan.h"

#include <functional>
#include <string>

namespace lockstep {

/// What else is written of a node. Nodes for which it writes the same are put together in one table.
using NodeKeyWriter = std::function<void(TableWriter&, const PlannedNode&)>;

/// Append what of a cluster file says what the cluster is made of, first its keys and then its tables. It reads as the
/// very same plan, as long as a PlanAssembly made it. Neighbours that count up become one table with ranges.
void writePlanKeys(const SitePlan& plan, std::string& out);
void writePlanTables(const SitePlan& plan, std::string& out, const NodeKeyWriter& nodeKeys = {});

/// The same as a file of its own, for parsePlan().
[[nodiscard]] std::string writePlan(const SitePlan& plan);

} // namespace lockstep
