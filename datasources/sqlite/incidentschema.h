// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/sqlite/database.h"

namespace lockstep {

/// The tables of incidents, in a file of their own or beside a recording's in a bundle. Each version is the one before
/// with one step of changes, so that a file of any age is brought forward by running what it lacks; a new file runs
/// them all. A step that has been released is never edited.
///
///   incident_schema      version: one row, the number of steps this file has seen
///   incident             id (key), title, severity 0-2, state 0-3, from_ns, to_ns, owner, summary, causes, created_ns,
///                        created_by, updated_ns, currency, lost_source (since version 3); with incident_tag,
///                        incident_entity (kind by name), incident_action, incident_cost (see CostInputs),
///                        incident_cost_source (of its values, other than lost_source; since version 5)
///   annotation           id, incident (0: none), from_ns, to_ns, text, metric, lane, operation, view, author,
///                        created_ns, edited_ns; with annotation_entity; annotation_link
///   incident_history     who changed which field of what, when, from what to what
///   incident_search      FTS5, rowid = incident
///   incident_attachment  pictures of views with the state to open them again          (since version 2)
///   evidence, evidence_* what was measured around an incident                         (since version 2)
///   judgement            what people made of alerts: id, verdict by name, key, kind and place of the alert, text,
///                        until_ns (null: until undone), author, made_ns, origin          (since version 4)
/// Times are int64 ns since 1970 UTC.
[[nodiscard]] int newestIncidentSchema();

/// Newer versions only add tables, so they can be read without migration.
[[nodiscard]] int oldestReadableIncidentSchema();

/// Version of the incident tables in a file; 0 when there are none.
[[nodiscard]] Result<int> incidentSchemaVersion(Database& database);

/// Brings the file to @p version, all at once or not at all. An Error, without any change, when it is of a newer
/// Lockstep.
Status migrateIncidents(Database& database, int version = newestIncidentSchema());

} // namespace lockstep
