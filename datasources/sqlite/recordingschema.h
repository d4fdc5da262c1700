// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/sqlite/database.h"

#include <cstdint>

namespace lockstep {

/// The tables of a recording's segment. A pinned range and an exported bundle have the same ones.
///
/// meta(key, value)             tick_period_ns, first_tick (of the segment), begin_tick and end_tick (of
///                              its columns, half open), cluster, topology (counts its changes), entities (their
///                              fingerprint, if known), lockstep, recording_schema
/// metrics(id, name, ...)       meaning of the columns
/// entities(kind, idx, ...)     index of each entity in the columns; parent -1: none; appended to, never changed
/// identities(received_ns, ...) the nodes' own descriptions
/// names(id, name)              op, communicator, lane and job names of spans
/// blocks(metric, first_tick)   64 ticks of all entities of the metric's kind, by ColumnCodec; crc32 of data. Since
///                              version 4 also multiples of 64 for metrics with few entities (see JoinedBlock)
/// journal(metric, tick)        single ticks that are in no block yet, same format, one row each
/// late(metric, tick)           values that arrived after their block was sealed, else NaN; in order of arrival
/// span_blocks(from_ns, to_ns)  spans by packSpans(); the range covers all of them
/// events.job, ...              an event's fields; NULL in rows of earlier versions
/// events, gaps, source_states, clocks, shifts   one row each. Times are on the recording's time line; received_ns is
///                              the recorder's clock; a gap's range is by its node's clock, shifts has the difference
inline constexpr std::int64_t recordingSchemaVersion = 4;
inline constexpr std::int64_t recordingApplicationId = 0x4C53'5245; ///< "LSRE", in the file's header

/// Creates the tables of one version in a database without them, in the caller's transaction.
[[nodiscard]] Status makeRecordingSchema(Database& database, std::int64_t version = recordingSchemaVersion);

/// Creates the tables in a database without them, or migrates older ones, in the caller's transaction. An Error for a
/// file of a newer Lockstep, or of another program.
[[nodiscard]] Status prepareRecordingSchema(Database& database);

/// The version of the recording's tables in a database, which may have other tables too; older ones can be read. An
/// Error as above, or if there are none.
[[nodiscard]] Result<std::int64_t> recordingSchemaOf(Database& database);

} // namespace lockstep
