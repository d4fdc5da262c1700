// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/storage/report.h"

#include <string>

namespace lockstep {

/// The report as one HTML file that needs nothing from elsewhere and runs nothing; reads on a phone, prints well.
[[nodiscard]] std::string htmlOf(const Report& report);

/// The report as Markdown (CommonMark with tables and task lists); figures as embedded SVG, so it too is one file.
[[nodiscard]] std::string markdownOf(const Report& report);

/// Everything as one JSON object, schema "lockstep.postmortem/1". Times are ISO 8601 in UTC with nanoseconds; numbers
/// that are not known are null.
///   incident      key, title, severity, state, from, to, entities [{kind, path}], tags, owner, summary, causes,
///                 actions [{text, owner, done}], created, created_by
///   cost          currency, inputs {see CostInputs}, lines [{layer, formula, amount, terms [{name, value, unit}]}],
///                 total, unknown_layers, share_of_training_day
///   annotations   [{key, from, to, text, entities, metric, lane, operation, view, author, created, edited}]
///   links         [{from, to, kind}]
///   attachments   [{key, title, media_type, taken, author, view, view_state, bytes}] bytes is their number
///   evidence      cluster, source, version, gathered, from, to, tick_seconds, clock_uncertainty_seconds, series
///                 [{metric, unit, kind, path, from, step_seconds, values}], heatmaps [{metric, unit, from,
///                 step_seconds, rows, columns, values by row}], spans, spans_left_out, events, gaps
[[nodiscard]] std::string jsonOf(const PostMortem& postMortem);

/// The series, annotations and events as one table: time (ISO 8601, UTC), what ("series", "annotation", "event",
/// "gap", "span"), entity, name, value, unit, text. RFC 4180; a gap in a series has an empty value.
[[nodiscard]] std::string csvOf(const PostMortem& postMortem);

/// Chrome's trace event format, as Perfetto opens it: spans as slices by entity and lane, series as counters,
/// annotations and gaps as slices of their own, events as instants, links as flows. Times are microseconds from
/// "otherData.origin".
[[nodiscard]] std::string traceOf(const PostMortem& postMortem);

/// The same with names of hosts and people replaced, the same one by the same word everywhere; texts too.
[[nodiscard]] PostMortem withoutNames(PostMortem postMortem);

/// Words that look like secrets (tokens, keys, passwords with their values) blotted out of all texts.
[[nodiscard]] PostMortem withoutSecrets(PostMortem postMortem);

} // namespace lockstep
