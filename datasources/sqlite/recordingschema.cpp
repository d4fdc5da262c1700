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
    idx INTEGER NOT NULL, severity INTEGER NOT NULL, code TEXT NOT NULL, text TEXT NOT NULL, job TEXT, variant TEXT,
    subject TEXT, lasted_ns INTEGER, shelved_ns INTEGER, others INTEGER, xid INTEGER, value REAL, baseline REAL,
    unit TEXT);
CREATE INDEX events_by_time ON events(time_ns);
CREATE TABLE gaps(id INTEGER PRIMARY KEY, received_ns INTEGER NOT NULL, node INTEGER NOT NULL, from_ns INTEGER NOT NULL,
    to_ns INTEGER NOT NULL, ticks INTEGER NOT NULL, reason TEXT NOT NULL);
CREATE TABLE source_states(id INTEGER PRIMARY KEY, received_ns INTEGER NOT NULL, source INTEGER NOT NULL,
    state INTEGER NOT NULL, peer TEXT NOT NULL, reason TEXT NOT NULL, next_try_ns INTEGER, rejected INTEGER NOT NULL);
CREATE TABLE clocks(id INTEGER PRIMARY KEY, received_ns INTEGER NOT NULL, node INTEGER NOT NULL,
    offset_ns INTEGER NOT NULL, uncertainty_ns INTEGER NOT NULL);
CREATE TABLE shifts(id INTEGER PRIMARY KEY, tick INTEGER NOT NULL, node INTEGER NOT NULL, shift_ns INTEGER NOT NULL);
)";

/// Added in version 2: interpretation of metrics, orientation of racks, and racks of loops.
constexpr auto secondVersion = R"(
ALTER TABLE metrics ADD COLUMN is_deviation INTEGER NOT NULL DEFAULT 0;
ALTER TABLE metrics ADD COLUMN derivation TEXT NOT NULL DEFAULT '';
ALTER TABLE entities ADD COLUMN turned INTEGER;
ALTER TABLE entities ADD COLUMN serves TEXT;
UPDATE meta SET value = 2 WHERE key = 'recording_schema';
)";

/// Added in version 3: fields of events.
constexpr auto thirdVersion = R"(
ALTER TABLE events ADD COLUMN job TEXT;
ALTER TABLE events ADD COLUMN variant TEXT;
ALTER TABLE events ADD COLUMN subject TEXT;
ALTER TABLE events ADD COLUMN lasted_ns INTEGER;
ALTER TABLE events ADD COLUMN shelved_ns INTEGER;
ALTER TABLE events ADD COLUMN others INTEGER;
ALTER TABLE events ADD COLUMN xid INTEGER;
ALTER TABLE events ADD COLUMN value REAL;
ALTER TABLE events ADD COLUMN baseline REAL;
ALTER TABLE events ADD COLUMN unit TEXT;
UPDATE meta SET value = 3 WHERE key = 'recording_schema';
)";

/// Version 4 has the same tables; earlier programs cannot read its blocks.
constexpr auto fourthVersion = "UPDATE meta SET value = 4 WHERE key = 'recording_schema';";
constexpr auto withoutFourth = "UPDATE meta SET value = 3 WHERE key = 'recording_schema';";

/// Reverts: the tables of version 2, and of version 1.
constexpr auto withoutThird = R"(
ALTER TABLE events DROP COLUMN job;
ALTER TABLE events DROP COLUMN variant;
ALTER TABLE events DROP COLUMN subject;
ALTER TABLE events DROP COLUMN lasted_ns;
ALTER TABLE events DROP COLUMN shelved_ns;
ALTER TABLE events DROP COLUMN others;
ALTER TABLE events DROP COLUMN xid;
ALTER TABLE events DROP COLUMN value;
ALTER TABLE events DROP COLUMN baseline;
ALTER TABLE events DROP COLUMN unit;
UPDATE meta SET value = 2 WHERE key = 'recording_schema';
)";

constexpr auto withoutSecond = R"(
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
    Status moved = from < 2 ? database.execute(secondVersion) : success();
    if (moved.isOk() && from < 3)
        moved = database.execute(thirdVersion);
    if (moved.isOk())
        moved = database.execute(fourthVersion);
    return moved;
}

} // namespace

Status makeRecordingSchema(Database& database, std::int64_t version)
{
    Status made
        = database.execute(fmt::format("{}PRAGMA application_id={}; INSERT INTO meta VALUES('recording_schema', {});",
                                       tables, recordingApplicationId, recordingSchemaVersion));
    if (made.isOk() && version < 4)
        made = database.execute(withoutFourth);
    if (made.isOk() && version < 3)
        made = database.execute(withoutThird);
    if (made.isOk() && version < 2)
        made = database.execute(withoutSecond);
    return made;
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
        return Error{fmt::format("{} is not a Lockstep recording ({})", database.path(), version.error().message)};
    if (version.value() > recordingSchemaVersion)
        return Error{
            fmt::format("{} was recorded by a newer version of Lockstep (schema {}; this version reads up to {})",
                        database.path(), version.value(), recordingSchemaVersion)};
    return version;
}

} // namespace lockstep
