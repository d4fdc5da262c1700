// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/incidents/exportoptions.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace lockstep {

namespace {
constexpr auto formatNames = std::to_array<std::string_view>({"html", "pdf", "md", "json", "csv", "trace", "bundle"});
}

std::string_view exportFormatName(ExportFormat format)
{
    return formatNames[static_cast<std::size_t>(format)];
}

std::optional<ExportFormat> exportFormatFromName(std::string_view name)
{
    const auto found = std::ranges::find(formatNames, name);
    if (found == formatNames.end())
        return std::nullopt;
    return static_cast<ExportFormat>(found - formatNames.begin());
}

std::string zonedTime(const ReportZone& zone, TimePoint time, bool withDate)
{
    const ZoneOffset offset = zone.at ? zone.at(time) : ZoneOffset{};
    const TimePoint local = time + offset.fromUtc;
    const auto seconds = std::chrono::floor<std::chrono::seconds>(local);
    const std::tm parts = fmt::gmtime(std::chrono::system_clock::to_time_t(seconds));
    const auto milliseconds = std::chrono::duration_cast<std::chrono::milliseconds>(local - seconds).count();
    return fmt::format("{}{:%H:%M:%S}.{:03d} {}", withDate ? fmt::format("{:%Y-%m-%d} ", parts) : std::string(), parts,
                       milliseconds, offset.abbreviation);
}

} // namespace lockstep
