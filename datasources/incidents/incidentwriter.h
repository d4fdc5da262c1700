// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/sqlite/database.h"
#include "models/incidents/incidentchange.h"

namespace lockstep {

/// Applies a change to what the file holds now (see editResult()) and brings the search index along. Expects a
/// transaction. @return what truly changed
[[nodiscard]] Result<IncidentChange> writeChange(Database& database, const IncidentChange& change, TimePoint now);

} // namespace lockstep
