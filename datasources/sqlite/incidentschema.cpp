// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/sqlite/incidentschema.h"

#include "datasources/sqlite/query.h"

#include <fmt/format.h>

#include <array>

namespace lockstep {

namespace {

constexpr auto tablesOfIncidents = R"(
CREATE TABLE incident_schema(version INTEGER NOT NULL) STRICT;
INSERT INTO incident_schema VALUES(0);
CREATE TABLE incident(
    id INTEGER PRIMARY KEY, title TEXT NOT NULL, severity INTEGER NOT NULL, state INTEGER NOT NULL,
    from_ns INTEGER NOT NULL, to_ns INTEGER NOT NULL, owner TEXT NOT NULL, summary TEXT NOT NULL, causes TEXT NOT NULL,
    created_ns INTEGER NOT NULL, created_by TEXT NOT NULL, updated_ns INTEGER NOT NULL, currency TEXT NOT NULL) STRICT;
CREATE INDEX incident_by_time ON incident(from_ns);
CREATE TABLE incident_tag(
    incident INTEGER NOT NULL REFERENCES incident ON DELETE CASCADE, position INTEGER NOT NULL, tag TEXT NOT NULL,
    PRIMARY KEY(incident, position)) STRICT, WITHOUT ROWID;
CREATE TABLE incident_entity(
    incident INTEGER NOT NULL REFERENCES incident ON DELETE CASCADE, position INTEGER NOT NULL, kind TEXT NOT NULL,
    path TEXT NOT NULL, PRIMARY KEY(incident, position)) STRICT, WITHOUT ROWID;
CREATE TABLE incident_action(
    incident INTEGER NOT NULL REFERENCES incident ON DELETE CASCADE, position INTEGER NOT NULL, text TEXT NOT NULL,
    owner TEXT NOT NULL, is_done INTEGER NOT NULL, PRIMARY KEY(incident, position)) STRICT, WITHOUT ROWID;
CREATE TABLE incident_cost(
    incident INTEGER NOT NULL REFERENCES incident ON DELETE CASCADE, name TEXT NOT NULL, value REAL NOT NULL,
    PRIMARY KEY(incident, name)) STRICT, WITHOUT ROWID;
CREATE TABLE annotation(
    id INTEGER PRIMARY KEY, incident INTEGER NOT NULL, from_ns INTEGER NOT NULL, to_ns INTEGER NOT NULL,
    text TEXT NOT NULL, metric TEXT NOT NULL, lane TEXT NOT NULL, operation TEXT NOT NULL, view TEXT NOT NULL,
    author TEXT NOT NULL, created_ns INTEGER NOT NULL, edited_ns INTEGER NOT NULL) STRICT;
CREATE INDEX annotation_by_incident ON annotation(incident, from_ns);
CREATE TABLE annotation_entity(
    annotation INTEGER NOT NULL REFERENCES annotation ON DELETE CASCADE, position INTEGER NOT NULL, kind TEXT NOT NULL,
    path TEXT NOT NULL, PRIMARY KEY(annotation, position)) STRICT, WITHOUT ROWID;
CREATE TABLE annotation_link(
    cause INTEGER NOT NULL, effect INTEGER NOT NULL, kind TEXT NOT NULL, PRIMARY KEY(cause, effect, kind))
    STRICT, WITHOUT ROWID;
CREATE TABLE incident_history(
    id INTEGER PRIMARY KEY, time_ns INTEGER NOT NULL, author TEXT NOT NULL, change TEXT NOT NULL,
    incident INTEGER NOT NULL, annotation INTEGER NOT NULL, field TEXT NOT NULL, before TEXT NOT NULL,
    after TEXT NOT NULL) STRICT;
CREATE INDEX incident_history_by_incident ON incident_history(incident, id);
CREATE VIRTUAL TABLE incident_search USING fts5(
    title, tag, owner, entity, summary, causes, action, annotation,
    tokenize = 'unicode61 remove_diacritics 2', prefix = '1 2 3');
)";

constexpr auto tablesOfEvidence = R"(
CREATE TABLE incident_attachment(
    id INTEGER PRIMARY KEY, incident INTEGER NOT NULL, title TEXT NOT NULL, media_type TEXT NOT NULL,
    taken_ns INTEGER NOT NULL, author TEXT NOT NULL, view TEXT NOT NULL, view_state TEXT NOT NULL, bytes BLOB NOT NULL)
    STRICT;
CREATE INDEX incident_attachment_by_incident ON incident_attachment(incident, taken_ns);
CREATE TABLE evidence(
    incident INTEGER PRIMARY KEY, cluster TEXT NOT NULL, source TEXT NOT NULL, version TEXT NOT NULL,
    gathered_ns INTEGER NOT NULL, from_ns INTEGER NOT NULL, to_ns INTEGER NOT NULL, tick_ns INTEGER NOT NULL,
    clock_uncertainty_ns INTEGER NOT NULL, spans_left_out INTEGER NOT NULL) STRICT;
CREATE TABLE evidence_series(
    incident INTEGER NOT NULL, position INTEGER NOT NULL, metric TEXT NOT NULL, entity_kind TEXT NOT NULL,
    entity_path TEXT NOT NULL, from_ns INTEGER NOT NULL, step_ns INTEGER NOT NULL, samples BLOB NOT NULL,
    PRIMARY KEY(incident, position)) STRICT, WITHOUT ROWID;
CREATE TABLE evidence_heat(
    incident INTEGER NOT NULL, position INTEGER NOT NULL, metric TEXT NOT NULL, from_ns INTEGER NOT NULL,
    step_ns INTEGER NOT NULL, columns INTEGER NOT NULL, row_names TEXT NOT NULL, samples BLOB NOT NULL,
    reduction TEXT NOT NULL, low REAL, high REAL, scale_choice TEXT NOT NULL, colours BLOB NOT NULL,
    PRIMARY KEY(incident, position)) STRICT, WITHOUT ROWID;
CREATE TABLE evidence_metric(
    incident INTEGER NOT NULL, name TEXT NOT NULL, title TEXT NOT NULL, unit TEXT NOT NULL, entity_kind TEXT NOT NULL,
    kind INTEGER NOT NULL, direction INTEGER NOT NULL, warning REAL, critical REAL, full_scale REAL,
    PRIMARY KEY(incident, name)) STRICT, WITHOUT ROWID;
CREATE TABLE evidence_span(
    incident INTEGER NOT NULL, position INTEGER NOT NULL, entity_kind TEXT NOT NULL, entity_path TEXT NOT NULL,
    lane TEXT NOT NULL, operation TEXT NOT NULL, communicator TEXT NOT NULL, kind TEXT NOT NULL,
    start_ns INTEGER NOT NULL, end_ns INTEGER NOT NULL, rank INTEGER, step INTEGER NOT NULL, sequence INTEGER NOT NULL,
    bytes INTEGER NOT NULL, PRIMARY KEY(incident, position)) STRICT, WITHOUT ROWID;
CREATE TABLE evidence_event(
    incident INTEGER NOT NULL, position INTEGER NOT NULL, time_ns INTEGER NOT NULL, severity INTEGER NOT NULL,
    entity_kind TEXT NOT NULL, entity_path TEXT NOT NULL, code TEXT NOT NULL, text TEXT NOT NULL,
    count INTEGER NOT NULL, PRIMARY KEY(incident, position)) STRICT, WITHOUT ROWID;
CREATE TABLE evidence_gap(
    incident INTEGER NOT NULL, position INTEGER NOT NULL, node TEXT NOT NULL, from_ns INTEGER NOT NULL,
    to_ns INTEGER NOT NULL, ticks INTEGER NOT NULL, reason TEXT NOT NULL, PRIMARY KEY(incident, position))
    STRICT, WITHOUT ROWID;
)";

constexpr auto sourceOfLoss = "ALTER TABLE incident ADD COLUMN lost_source TEXT NOT NULL DEFAULT ''";

constexpr auto tableOfJudgements = R"(
CREATE TABLE judgement(
    id INTEGER PRIMARY KEY, verdict TEXT NOT NULL, alert TEXT NOT NULL, kind TEXT NOT NULL, place TEXT NOT NULL,
    text TEXT NOT NULL, until_ns INTEGER, author TEXT NOT NULL, made_ns INTEGER NOT NULL, origin TEXT NOT NULL) STRICT;
)";

constexpr auto tableOfCostSources = R"(
CREATE TABLE incident_cost_source(
    incident INTEGER NOT NULL REFERENCES incident ON DELETE CASCADE, name TEXT NOT NULL, source TEXT NOT NULL,
    PRIMARY KEY(incident, name)) STRICT, WITHOUT ROWID;
)";

constexpr auto tableOfResponders = R"(
CREATE TABLE incident_responder(
    incident INTEGER NOT NULL REFERENCES incident ON DELETE CASCADE, position INTEGER NOT NULL, role TEXT NOT NULL,
    name TEXT NOT NULL, PRIMARY KEY(incident, position)) STRICT, WITHOUT ROWID;
)";

/// steps[i] migrates version i to version i + 1.
constexpr auto steps = std::to_array<const char*>(
    {tablesOfIncidents, tablesOfEvidence, sourceOfLoss, tableOfJudgements, tableOfCostSources, tableOfResponders});

} // namespace

int newestIncidentSchema()
{
    return static_cast<int>(steps.size());
}

int oldestReadableIncidentSchema()
{
    return 3;
}

Result<int> incidentSchemaVersion(Database& database)
{
    const Result<std::int64_t> tables
        = database.number("SELECT count(*) FROM sqlite_schema WHERE type='table' AND name='incident_schema'");
    if (!tables.isOk())
        return tables.error();
    if (tables.value() == 0)
        return 0;
    const Result<std::int64_t> version = database.number("SELECT version FROM incident_schema");
    if (!version.isOk())
        return version.error();
    if (version.value() < 1 || version.value() > 1'000'000)
        return Error{fmt::format("{}: invalid version of the incident tables: {}", database.path(), version.value())};
    return static_cast<int>(version.value());
}

Status migrateIncidents(Database& database, int version)
{
    // Checked within the transaction: if two dashboards start at the same time, one of them finds the migration done.
    Result<Transaction> transaction = Transaction::begin(database);
    if (!transaction.isOk())
        return transaction.error();
    const Result<int> found = incidentSchemaVersion(database);
    if (!found.isOk())
        return found.error();
    if (found.value() > newestIncidentSchema())
        return Error{fmt::format("{}: its incidents have version {}, but this Lockstep supports only up to {}; open "
                                 "the file with a newer version",
                                 database.path(), found.value(), newestIncidentSchema())};
    for (int step = found.value(); step < version; ++step) {
        if (Status done = database.execute(steps[static_cast<std::size_t>(step)]); !done.isOk())
            return done;
        if (Status noted = run(database, "UPDATE incident_schema SET version=?", step + 1); !noted.isOk())
            return noted;
    }
    return transaction.value().commit();
}

} // namespace lockstep
