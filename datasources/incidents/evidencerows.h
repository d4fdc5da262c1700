// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/sqlite/database.h"
#include "models/incidents/entityname.h"
#include "models/incidents/evidence.h"
#include "models/incidents/incidentkey.h"

#include <string>
#include <vector>

namespace lockstep {

/// Lists of entities of one owner: rows (owner, position, kind, path) of @p table.
Status writeEntities(Database& database, const std::string& table, std::uint64_t owner,
                     const std::vector<EntityName>& entities);
/// @param column name of the owner's column
Status readEntities(Database& database, const std::string& table, const std::string& column, std::uint64_t owner,
                    std::vector<EntityName>& entities);

/// An entity from the two columns kind and path; an unknown kind is an Error.
[[nodiscard]] Result<EntityName> entityAt(const Database& database, const Statement& row, int kindColumn);

/// The evidence of an incident as rows, see incidentschema.h. Samples are float32, little endian, row by row; colours
/// uint32 0xRRGGBB. Reading validates sizes and names, because files are untrusted.
[[nodiscard]] Result<Evidence> readEvidence(Database& database, IncidentKey incident);
/// Replaces existing evidence. Requires a transaction.
Status writeEvidence(Database& database, IncidentKey incident, const Evidence& evidence);

} // namespace lockstep
