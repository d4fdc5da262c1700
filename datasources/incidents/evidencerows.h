// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/sqlite/database.h"
#include "models/incidents/evidence.h"
#include "models/incidents/incidentkey.h"

namespace lockstep {

/// The evidence of an incident as rows, see incidentschema.h. Samples are float32, little endian, row by row; colours
/// uint32 0xRRGGBB. Reading validates sizes and names, because files are untrusted.
[[nodiscard]] Result<Evidence> readEvidence(Database& database, IncidentKey incident);
/// Replaces existing evidence. Requires a transaction.
Status writeEvidence(Database& database, IncidentKey incident, const Evidence& evidence);

} // namespace lockstep
