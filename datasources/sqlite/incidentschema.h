// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/sqlite/database.h"

namespace lockstep {

/// The tables of incidents, in their own file or together with those of a recording in a bundle. Each version adds one
/// migration step; opening a file runs the steps it lacks. A released step is never edited.
///
///   incident_schema      version: one row, the number of steps this file has seen
///   incident             id (key), title, severity 0-2, state 0-3, from_ns, to_ns, owner, summary, causes, created_ns,
///                        created_by, updated_ns, currency, lost_source (since version 3); with incident_tag,
///                        incident_entity (kind by name), incident_action, incident_cost (see CostInputs),
///                        incident_cost_source (of its values, other than lost_source; since version 5),
///                        incident_responder (since version 6)
///   annotation           id, incident (0: none), from_ns, to_ns, text, metric, lane, operation, view, author,
///                        created_ns, edited_ns; with annotation_entity; annotation_link
///   incident_history     one row per changed field: author, time, old and new value
///   incident_search      FTS5, rowid = incident
///   incident_attachment  pictures of views with the state to open them again          (since version 2)
///   evidence, evidence_* measurements around an incident                              (since version 2)
///   judgement            users' judgements of alerts: id, verdict by name, key, kind and place of the alert, text,
///                        until_ns (null: until undone), author, made_ns, origin          (since version 4)
/// Times are int64 ns since 1970 UTC.
[[nodiscard]] int newestIncidentSchema();

/// Newer versions only add tables, so they can be read without migration.
[[nodiscard]] int oldestReadableIncidentSchema();

/// Version of the incident tables in a file; 0 if there are none.
[[nodiscard]] Result<int> incidentSchemaVersion(Database& database);

/// Migrates the file to @p version, atomically. An Error, without any change, if it was written by a newer Lockstep.
Status migrateIncidents(Database& database, int version = newestIncidentSchema());

} // namespace lockstep
