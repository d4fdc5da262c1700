// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/units.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace lockstep {

namespace {

struct UnitInfo
{
    std::string_view name;
    std::string_view symbol;
    bool takesPrefix;
};

constexpr auto unitTable = std::to_array<UnitInfo>({
    {"none", "", false},
    {"ratio", "%", false},
    {"celsius", "°C", false},
    {"kelvin_delta", "K", false},
    {"watt", "W", true},
    {"joule", "J", true},
    {"hertz", "Hz", true},
    {"volt", "V", true},
    {"ampere", "A", true},
    {"bytes", "B", true},
    {"bytes_per_second", "B/s", true},
    {"bits_per_second", "b/s", true},
    {"seconds", "s", true},
    {"per_second", "/s", false},
    {"rpm", "rpm", false},
    {"liters_per_minute", "L/min", false},
    {"pascal", "Pa", true},
    {"bitmask", "", false},
    {"kelvin_per_watt", "K/W", true},
    {"joule_per_kelvin", "J/K", true},
    {"currency_per_hour", "$/h", false},
    {"kelvin_per_minute", "K/min", false},
});

constexpr std::string_view thinSpace = "\u2009";

const UnitInfo& infoOf(Unit unit)
{
    return unitTable[static_cast<std::size_t>(unit)];
}

/// Three significant digits; integers keep all their digits.
std::string threeDigits(double value)
{
    const double magnitude = std::abs(value);
    if (magnitude == 0 || magnitude >= 99.95)
        return fmt::format("{:.0f}", value);
    if (magnitude >= 9.995)
        return std::abs(value - std::round(value)) < 5e-4 ? fmt::format("{:.0f}", value) : fmt::format("{:.1f}", value);
    if (magnitude >= 0.0995)
        return std::abs(value - std::round(value)) < 5e-4 ? fmt::format("{:.0f}", value) : fmt::format("{:.2f}", value);
    return fmt::format("{:.3g}", value);
}

std::string grouped(std::string digits)
{
    const auto point = std::min(digits.find_first_of(".e"), digits.size());
    const std::size_t first = digits.starts_with('-') ? 1 : 0;
    for (std::size_t at = point; at > first + 3;) {
        at -= 3;
        digits.insert(at, thinSpace);
    }
    return digits;
}

struct Prefixed
{
    double value;
    std::string_view prefix;
};

Prefixed withPrefix(double value)
{
    static constexpr auto prefixes = std::to_array<std::pair<double, std::string_view>>({
        {1e15, "P"},
        {1e12, "T"},
        {1e9, "G"},
        {1e6, "M"},
        {1e3, "k"},
        {1.0, ""},
        {1e-3, "m"},
        {1e-6, "µ"},
        {1e-9, "n"},
    });
    if (value == 0)
        return {0, ""};
    for (const auto& [factor, prefix] : prefixes) {
        // 999.6 would print as "1 000"; 1.00 with the next prefix is easier to read.
        if (std::abs(value) >= factor * 0.9995)
            return {value / factor, prefix};
    }
    return {value / 1e-9, "n"};
}

/// Two adjacent units; the smaller one is omitted if zero.
std::string timePair(std::int64_t large, std::string_view largeUnit, std::int64_t small, std::string_view smallUnit)
{
    std::string text = fmt::format("{}{}{}", grouped(fmt::format("{}", large)), thinSpace, largeUnit);
    return small == 0 ? text : fmt::format("{} {}{}{}", text, small, thinSpace, smallUnit);
}

constexpr double shortestLongTime = 59.95; ///< s: rounds to a minute at three digits
constexpr double longestTime = 1e14; ///< s: longer than any measured duration

/// A minute or more, without sign.
std::string longTime(double seconds)
{
    if (const auto whole = std::llround(seconds); whole < 3600)
        return timePair(whole / 60, "min", whole % 60, "s");
    if (const auto minutes = std::llround(seconds / 60); minutes < 24 * 60)
        return timePair(minutes / 60, "h", minutes % 60, "min");
    const auto hours = std::llround(seconds / 3600);
    return timePair(hours / 24, "d", hours % 24, "h");
}

/// Rare events, per minute or per hour.
std::string seldom(double perSecond)
{
    const double perMinute = perSecond * 60;
    return std::abs(perMinute) >= 0.9995 ? fmt::format("{}{}/min", threeDigits(perMinute), thinSpace)
                                         : fmt::format("{}{}/h", threeDigits(perMinute * 60), thinSpace);
}

} // namespace

std::string_view unitName(Unit unit)
{
    return infoOf(unit).name;
}

std::optional<Unit> unitFromName(std::string_view name)
{
    const auto found = std::ranges::find(unitTable, name, &UnitInfo::name);
    if (found == unitTable.end())
        return std::nullopt;
    return static_cast<Unit>(found - unitTable.begin());
}

std::string_view unitSymbol(Unit unit)
{
    return infoOf(unit).symbol;
}

std::string formatNumber(double value)
{
    if (std::isnan(value))
        return "no data";
    return grouped(threeDigits(value));
}

std::string formatUtc(TimePoint time, int decimals)
{
    const auto seconds = std::chrono::floor<std::chrono::seconds>(time);
    std::string fraction = fmt::format(".{:09}", (time - seconds).count());
    fraction.resize(decimals == 0 ? 0 : static_cast<std::size_t>(decimals) + 1);
    return fmt::format("{:%Y-%m-%dT%H:%M:%S}{}Z", fmt::gmtime(seconds.time_since_epoch().count()), fraction);
}

std::string formatQuantity(double value, Unit unit)
{
    if (std::isnan(value))
        return "no data";
    if (unit == Unit::Bitmask)
        return fmt::format("0x{:x}", static_cast<std::uint32_t>(std::max(value, 0.0)));
    if (unit == Unit::Ratio)
        return fmt::format("{}{}%", threeDigits(value * 100), thinSpace);
    if (const double length = std::abs(value);
        unit == Unit::Seconds && length >= shortestLongTime && length < longestTime)
        return (value < 0 ? "-" : "") + longTime(length);
    if (unit == Unit::PerSecond && value != 0 && std::abs(value) < 0.9995)
        return seldom(value);
    const UnitInfo& info = infoOf(unit);
    if (info.symbol.empty())
        return formatNumber(value);
    constexpr double many = 1e9; // larger counts are operations of a processor; numbers of events are smaller
    if (!info.takesPrefix && !(unit == Unit::PerSecond && std::abs(value) >= many))
        return fmt::format("{}{}{}", grouped(threeDigits(value)), thinSpace, info.symbol);
    const bool isSlow = unit == Unit::Hertz && std::abs(value) < 0.9995; // "0.17 Hz" reads better than "167 mHz"
    const Prefixed scaled = isSlow ? Prefixed{value, ""} : withPrefix(value);
    return fmt::format("{}{}{}{}", threeDigits(scaled.value), thinSpace, scaled.prefix, info.symbol);
}

} // namespace lockstep
