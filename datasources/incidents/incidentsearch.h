// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/sqlite/database.h"
#include "models/incidents/incidentquery.h"

namespace lockstep {

/// Writes the words of an incident and its annotations to the search index, or removes them if it was deleted. Requires
/// a transaction.
Status indexIncident(Database& database, IncidentKey key);

/// Incidents that the query finds: best matches first, by the field that contains the words, then the newest; without
/// words the newest first.
[[nodiscard]] Result<IncidentList> searchIncidents(Database& database, const IncidentQuery& query);

} // namespace lockstep
