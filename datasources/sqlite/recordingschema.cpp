// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/sqlite/recordingschema.h"

#include <fmt/format.h>

namespace lockstep {

namespace {

constexpr auto tables = R"(
CREATE TABLE meta(key TEXT PRIMARY KEY, value) WITHOUT ROWID;
CREATE TABLE metrics(id INTEGER PRIMARY KEY, name TEXT NOT NULL, title TEXT NOT NULL, unit TEXT NOT NULL,
    kind INTEGER NOT NULL, entity_kind TEXT NOT NULL, direction INTEGER NOT NULL, warning REAL, critical REAL,
    full_scale REAL, is_deviation INTEGER NOT NULL DEFAULT 0, derivation TEXT NOT NULL DEFAULT '');
CREATE TABLE entities(kind TEXT NOT NULL, idx INTEGER NOT NULL, name TEXT NOT NULL, parent_kind TEXT,
    parent_idx INTEGER NOT NULL, row TEXT, position INTEGER, x REAL, z REAL, height INTEGER, bottom INTEGER,
    placed INTEGER, peer_owner TEXT, peer_port TEXT, turned INTEGER, serves TEXT, PRIMARY KEY(kind, idx)) WITHOUT ROWID;
CREATE TABLE identities(received_ns INTEGER NOT NULL, node INTEGER NOT NULL, name TEXT NOT NULL, epoch INTEGER NOT NULL,
    period_ns INTEGER NOT NULL, agent TEXT NOT NULL, os TEXT NOT NULL, cpu TEXT NOT NULL, cpus INTEGER NOT NULL,
    memory INTEGER NOT NULL, row TEXT, rack TEXT, bottom INTEGER, height INTEGER, inventory TEXT NOT NULL);
CREATE TABLE names(id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE blocks(metric INTEGER NOT NULL, first_tick INTEGER NOT NULL, rows INTEGER NOT NULL, width INTEGER NOT NULL,
    samples INTEGER NOT NULL, crc INTEGER NOT NULL, data BLOB NOT NULL, UNIQUE(metric, first_tick));
CREATE TABLE journal(metric INTEGER NOT NULL, tick INTEGER NOT NULL, width INTEGER NOT NULL, samples INTEGER NOT NULL,
    crc INTEGER NOT NULL, data BLOB NOT NULL, UNIQUE(tick, metric));
CREATE TABLE late(id INTEGER PRIMARY KEY, metric INTEGER NOT NULL, tick INTEGER NOT NULL, width INTEGER NOT NULL,
    samples INTEGER NOT NULL, crc INTEGER NOT NULL, data BLOB NOT NULL);
CREATE INDEX late_by_place ON late(metric, tick);
CREATE TABLE span_blocks(id INTEGER PRIMARY KEY, from_ns INTEGER NOT NULL, to_ns INTEGER NOT NULL,
    count INTEGER NOT NULL, crc INTEGER NOT NULL, data BLOB NOT NULL);
CREATE INDEX span_blocks_by_end ON span_blocks(to_ns, from_ns);
CREATE TABLE events(id INTEGER PRIMARY KEY, time_ns INTEGER NOT NULL, node INTEGER NOT NULL, kind TEXT NOT NULL,
    idx INTEGER NOT NULL, severity INTEGER NOT NULL, code TEXT NOT NULL, text TEXT NOT NULL);
CREATE INDEX events_by_time ON events(time_ns);
CREATE TABLE gaps(id INTEGER PRIMARY KEY, received_ns INTEGER NOT NULL, node INTEGER NOT NULL, from_ns INTEGER NOT NULL,
    to_ns INTEGER NOT NULL, ticks INTEGER NOT NULL, reason TEXT NOT NULL);
CREATE TABLE source_states(id INTEGER PRIMARY KEY, received_ns INTEGER NOT NULL, source INTEGER NOT NULL,
    state INTEGER NOT NULL, peer TEXT NOT NULL, reason TEXT NOT NULL, next_try_ns INTEGER, rejected INTEGER NOT NULL);
CREATE TABLE clocks(id INTEGER PRIMARY KEY, received_ns INTEGER NOT NULL, node INTEGER NOT NULL,
    offset_ns INTEGER NOT NULL, uncertainty_ns INTEGER NOT NULL);
CREATE TABLE shifts(id INTEGER PRIMARY KEY, tick INTEGER NOT NULL, node INTEGER NOT NULL, shift_ns INTEGER NOT NULL);
)";

/// What version 2 added: how a metric is to be understood, how racks stand, and what loops cool.
constexpr auto secondVersion = R"(
ALTER TABLE metrics ADD COLUMN is_deviation INTEGER NOT NULL DEFAULT 0;
ALTER TABLE metrics ADD COLUMN derivation TEXT NOT NULL DEFAULT '';
ALTER TABLE entities ADD COLUMN turned INTEGER;
ALTER TABLE entities ADD COLUMN serves TEXT;
UPDATE meta SET value = 2 WHERE key = 'recording_schema';
)";

/// Its undoing: the tables as version 1 had them.
constexpr auto firstVersion = R"(
ALTER TABLE metrics DROP COLUMN is_deviation;
ALTER TABLE metrics DROP COLUMN derivation;
ALTER TABLE entities DROP COLUMN turned;
ALTER TABLE entities DROP COLUMN serves;
UPDATE meta SET value = 1 WHERE key = 'recording_schema';
)";

Status migrate(Database& database, std::int64_t from)
{
    if (from >= recordingSchemaVersion)
        return success();
    Result<Transaction> transaction = Transaction::begin(database);
    if (!transaction.isOk())
        return transaction.error();
    const Status moved = database.execute(secondVersion);
    return moved.isOk() ? transaction.value().commit() : moved;
}

} // namespace

Status makeRecordingSchema(Database& database, std::int64_t version)
{
    Result<Transaction> transaction = Transaction::begin(database);
    if (!transaction.isOk())
        return transaction.error();
    Status made
        = database.execute(fmt::format("{}PRAGMA application_id={}; INSERT INTO meta VALUES('recording_schema', {});",
                                       tables, recordingApplicationId, recordingSchemaVersion));
    if (made.isOk() && version == 1)
        made = database.execute(firstVersion);
    return made.isOk() ? transaction.value().commit() : made;
}

Status prepareRecordingSchema(Database& database)
{
    const Result<std::int64_t> known
        = database.number("SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = 'blocks'");
    if (!known.isOk())
        return known.error();
    if (known.value() > 0) {
        const Result<std::int64_t> version = recordingSchemaOf(database);
        return version.isOk() ? migrate(database, version.value()) : version.error();
    }
    return makeRecordingSchema(database);
}

Result<std::int64_t> recordingSchemaOf(Database& database)
{
    const Result<std::int64_t> version = database.number("SELECT value FROM meta WHERE key = 'recording_schema'");
    if (!version.isOk())
        return Error{fmt::format("{} is not a recording of Lockstep ({})", database.path(), version.error().message)};
    if (version.value() > recordingSchemaVersion)
        return Error{fmt::format("{} was recorded by a newer Lockstep (schema {}, this one reads up to {})",
                                 database.path(), version.value(), recordingSchemaVersion)};
    return version;
}

} // namespace lockstep
