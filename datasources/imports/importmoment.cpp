// SPDX-License-Identifier: GPL-3.0-or-later
// Times as other systems write them.
#include "datasources/imports/importtext.h"

#include <charconv>
#include <cmath>
#include <ctime>

namespace lockstep {

namespace {

/// Unix time with the unit inferred from its size: seconds until the year 5138, then ms, µs, ns. Integer and fraction
/// are separate, because a double cannot represent current times in nanoseconds.
std::optional<TimePoint> unixMoment(std::int64_t whole, double fraction)
{
    std::int64_t unit = 1'000'000'000;
    for (const std::int64_t limit : {100'000'000'000LL, 100'000'000'000'000LL, 100'000'000'000'000'000LL})
        unit /= whole >= limit || whole <= -limit ? 1000 : 1;
    std::int64_t nanoseconds = 0;
    const auto part = static_cast<std::int64_t>(std::llround(fraction * static_cast<double>(unit)));
    if (__builtin_mul_overflow(whole, unit, &nanoseconds) || __builtin_add_overflow(nanoseconds, part, &nanoseconds))
        return std::nullopt;
    return TimePoint(Duration(nanoseconds));
}

/// Offset of "+02:00", "-0530", "Z" or nothing, to subtract.
std::optional<std::chrono::minutes> zoneOf(const char* text)
{
    if (*text == '\0' || (*text == 'Z' && text[1] == '\0'))
        return std::chrono::minutes(0);
    const int sign = *text == '-' ? -1 : 1;
    int hours = 0;
    int minutes = 0;
    const bool isZone = (*text == '+' || *text == '-')
        && (std::sscanf(text + 1, "%2d:%2d", &hours, &minutes) == 2
            || std::sscanf(text + 1, "%2d%2d", &hours, &minutes) == 2);
    return isZone ? std::optional(std::chrono::minutes(sign * (hours * 60 + minutes))) : std::nullopt;
}

std::optional<TimePoint> isoMoment(const std::string& text)
{
    std::tm parts{};
    char between = 0;
    int length = 0;
    if (std::sscanf(text.c_str(), "%4d-%2d-%2d%c%2d:%2d:%2d%n", &parts.tm_year, &parts.tm_mon, &parts.tm_mday, &between,
                    &parts.tm_hour, &parts.tm_min, &parts.tm_sec, &length)
            != 7
        || (between != 'T' && between != ' '))
        return std::nullopt;
    // Nanoseconds count from 1677 to 2262.
    if (parts.tm_year < 1700 || parts.tm_year > 2200)
        return std::nullopt;
    parts.tm_year -= 1900;
    parts.tm_mon -= 1;
    const char* rest = text.c_str() + length;
    double fraction = 0;
    if (*rest == '.') {
        const char* const end = text.c_str() + text.size();
        const auto [after, code] = std::from_chars(rest, end, fraction);
        if (code != std::errc() || fraction >= 1)
            return std::nullopt;
        rest = after;
    }
    const auto zone = zoneOf(rest);
    if (!zone)
        return std::nullopt;
    return TimePoint(std::chrono::seconds(timegm(&parts)) - *zone + Duration(std::llround(fraction * 1e9)));
}

} // namespace

std::optional<TimePoint> parseMoment(std::string_view text)
{
    const char* const end = text.data() + text.size();
    std::int64_t whole = 0;
    const auto [after, code] = std::from_chars(text.data(), end, whole);
    if (code == std::errc() && after == end)
        return unixMoment(whole, 0);
    if (code == std::errc() && *after == '.') {
        double fraction = 0;
        const auto [rest, error] = std::from_chars(after, end, fraction, std::chars_format::fixed);
        if (error == std::errc() && rest == end)
            return unixMoment(whole, text.front() == '-' ? -fraction : fraction);
    }
    double number = 0; // "1.7e9"
    if (const auto [rest, error] = std::from_chars(text.data(), end, number);
        error == std::errc() && rest == end && std::abs(number) < 9e18)
        return unixMoment(static_cast<std::int64_t>(number), number - std::floor(number));
    return isoMoment(std::string(text));
}

} // namespace lockstep
