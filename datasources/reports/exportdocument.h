// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/reports/report.h"

#include <string>

namespace lockstep {

/// The report as one HTML file without external references or scripts; for phones and printers too.
[[nodiscard]] std::string htmlOf(const Report& report);

/// The report as Markdown (CommonMark with tables and task lists); figures as embedded SVG, so it too is one file.
[[nodiscard]] std::string markdownOf(const Report& report);

/// Everything as one JSON object; its schema is resources/reports/postmortem.schema.json. Times are ISO 8601 in UTC
/// with nanoseconds; numbers that are not known are null.
[[nodiscard]] std::string jsonOf(const PostMortem& postMortem);

/// Series, annotations and events as one table: time (ISO 8601, UTC), what ("series", "annotation", "event", "gap",
/// "span"), entity, name, value, unit, text. RFC 4180. A gap in a series has an empty value.
[[nodiscard]] std::string csvOf(const PostMortem& postMortem);

/// Chrome's trace event format, as Perfetto opens it: spans as slices by entity and lane, series as counters,
/// annotations and gaps as slices of their own, events as instants, links as flows. Times are microseconds from
/// "otherData.origin".
[[nodiscard]] std::string traceOf(const PostMortem& postMortem);

/// A copy with names of hosts and people replaced consistently, also in texts.
[[nodiscard]] PostMortem withoutNames(PostMortem postMortem);

/// Replaces text that looks like secrets (tokens, keys, passwords) in all texts.
[[nodiscard]] PostMortem withoutSecrets(PostMortem postMortem);

} // namespace lockstep
