// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/sqlite/database.h"
#include "models/incidents/incidentchange.h"

namespace lockstep {

/// Applies a change to the file's current contents (see editResult()) and updates the search index. Requires a
/// transaction. @return the effective change
[[nodiscard]] Result<IncidentChange> writeChange(Database& database, const IncidentChange& change, TimePoint now);

} // namespace lockstep
