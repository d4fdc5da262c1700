// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/sqlite/database.h"
#include "models/incidents/incidentchange.h"
#include "models/incidents/incidentquery.h"

#include <string>
#include <vector>

namespace lockstep {

/// Notes each field that a change has changed. Expects a transaction.
Status writeHistory(Database& database, const IncidentChange& done, const std::string& author, TimePoint now);

/// In order of time, including the incident's annotations.
[[nodiscard]] Result<std::vector<HistoryEntry>> readHistory(Database& database, IncidentKey incident);

} // namespace lockstep
