// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/imports/importedseries.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

/// Result of reading a file. A plain value.
struct ImportOutcome
{
    std::vector<std::string> textColumns; ///< of a table: they change along a series, and are left out
    std::uint64_t skipped = 0; ///< lines or cells that could not be used
    std::string firstSkipped; ///< the first of them, with its line and what was expected
};

/// Reads OpenMetrics or Prometheus text whose samples have times (seconds, or milliseconds as Prometheus writes them).
/// @param origin stands for the file in messages
[[nodiscard]] ImportOutcome importMetricsText(std::string_view text, const std::string& origin, ImportedSeries& into);

/// Reads a table with a header, with commas, semicolons or tabs between its fields: a column of times (Unix seconds,
/// milliseconds or nanoseconds, or ISO 8601, UTC unless it says otherwise), columns that name entities ("node", "gpu"),
/// columns of values, each a metric, and columns of words. Words are labels where series are told apart by them, or
/// where they never change; what changes along a series ("phase") is no label.
/// @return an Error when there is no column of times
[[nodiscard]] Result<ImportOutcome> importCsv(std::string_view text, const std::string& origin, ImportedSeries& into);

/// A file of either kind, by its name and beginning; plain or gzip.
[[nodiscard]] Result<ImportOutcome> importFile(const std::string& path, ImportedSeries& into);

/// A moment as files write it; nullopt if it is none.
[[nodiscard]] std::optional<TimePoint> parseMoment(std::string_view text);

} // namespace lockstep
