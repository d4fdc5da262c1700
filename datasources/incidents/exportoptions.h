// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/time.h"

#include <chrono>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

namespace lockstep {

enum class ExportFormat : std::uint8_t { Html, Pdf, Markdown, Json, Csv, Trace, Bundle };

/// "html", "pdf", "md", "json", "csv", "trace", "bundle".
[[nodiscard]] std::string_view exportFormatName(ExportFormat format);
[[nodiscard]] std::optional<ExportFormat> exportFormatFromName(std::string_view name);

/// Offset of a time zone from UTC at a moment, and its abbreviation.
struct ZoneOffset
{
    std::chrono::seconds fromUtc{};
    std::string abbreviation = "UTC";
};

struct ReportZone
{
    std::string name = "UTC"; ///< "Europe/Berlin"
    std::function<ZoneOffset(TimePoint)> at; ///< empty: UTC
};

struct ExportOptions
{
    ReportZone zone; ///< of displayed times; files for machines stay in UTC
    bool hideNames = false; ///< hosts and people become "node-1", "person-1", consistently throughout the file
    std::string bundleHash; ///< SHA-256 of the report's bundle; empty: none
    std::stop_token stop; ///< requests cancellation
    std::function<void(double)> progress; ///< 0 to 1, on the exporting thread; may be empty
};

/// "03:12:44.182 CET", optionally with the date; always with the zone.
[[nodiscard]] std::string zonedTime(const ReportZone& zone, TimePoint time, bool withDate);

} // namespace lockstep
