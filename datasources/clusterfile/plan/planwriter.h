// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/clusterfile/plan/tablewriter.h"
#include "models/core/topology/siteplan.h"

#include <functional>
#include <string>

namespace lockstep {

/// Writes additional keys of a node. Nodes with equal keys share a table.
using NodeKeyWriter = std::function<void(TableWriter&, const PlannedNode&)>;

/// Append the description of a plan to a cluster file: first its keys, then its tables. The reader restores an equal
/// plan if it was made by a PlanAssembly. Numbered neighbours become one table with ranges.
void writePlanKeys(const SitePlan& plan, std::string& out);
void writePlanTables(const SitePlan& plan, std::string& out, const NodeKeyWriter& nodeKeys = {});

/// The same as a separate file, for parsePlan().
[[nodiscard]] std::string writePlan(const SitePlan& plan);

} // namespace lockstep
