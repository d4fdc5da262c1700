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
    std::string firstSkipped; ///< the first of them, with its line and the expected input
};

/// Parses OpenMetrics or Prometheus text with timestamps (seconds, or milliseconds in Prometheus' format).
/// @param origin file name in messages
[[nodiscard]] ImportOutcome importMetricsText(std::string_view text, const std::string& origin, ImportedSeries& into);

/// Parses a table with a header, with commas, semicolons or tabs between fields: a column of times (Unix seconds,
/// milliseconds or nanoseconds, or ISO 8601, by default UTC), columns that name entities ("node", "gpu"), columns of
/// values, each a metric, and columns of words. Words are labels if they distinguish series or never change; words that
/// change along a series ("phase") are not.
/// @return an Error if there is no column of times
[[nodiscard]] Result<ImportOutcome> importCsv(std::string_view text, const std::string& origin, ImportedSeries& into);

/// A file of either kind, by its name and beginning; plain or gzip.
[[nodiscard]] Result<ImportOutcome> importFile(const std::string& path, ImportedSeries& into);

/// Parses a time in any of these formats; nullopt: not a time.
[[nodiscard]] std::optional<TimePoint> parseMoment(std::string_view text);

} // namespace lockstep
