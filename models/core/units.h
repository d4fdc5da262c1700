// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/time.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace lockstep {

/// Unit of a metric. Values are always stored in this base unit, never in a multiple of it.
enum class Unit : std::uint8_t {
    None, ///< plain number
    Ratio, ///< 0 to 1, shown as percent
    Celsius,
    KelvinDelta, ///< a difference of temperatures
    Watt,
    Joule,
    Hertz,
    Volt,
    Ampere,
    Bytes,
    BytesPerSecond,
    BitsPerSecond,
    Seconds,
    PerSecond, ///< events per second
    RotationsPerMinute,
    LitersPerMinute,
    Pascal,
    Bitmask, ///< a set of flags in the low 24 bits
    KelvinPerWatt,
    JoulePerKelvin,
    CurrencyPerHour,
    KelvinPerMinute, ///< how fast a temperature changes
};

/// Stable word for a unit, as on the wire and in files ("celsius", "bytes_per_second").
[[nodiscard]] std::string_view unitName(Unit unit);
[[nodiscard]] std::optional<Unit> unitFromName(std::string_view name);

/// Symbol without prefix ("°C", "B/s"); empty for plain numbers.
[[nodiscard]] std::string_view unitSymbol(Unit unit);

/// Formats a quantity as UTF-8 text: three significant digits, SI prefix, thin space before the unit ("412 GB/s", "38
/// ms", "71 °C", "87.2 %"). Bytes have decimal prefixes. Times of a minute or more are in minutes, hours and days ("30
/// min", "2 h 5 min"). Rates below one per second are per minute or hour ("12 /min"). NaN gives "no data".
[[nodiscard]] std::string formatQuantity(double value, Unit unit);

/// Formats a time as in files and on the command line: "2026-11-21T03:12:44.250Z".
/// @param decimals decimals of the second, 0 to 9; truncated
[[nodiscard]] std::string formatUtc(TimePoint time, int decimals = 0);

/// A number alone, three significant digits, thousands grouped by thin spaces ("2 048").
[[nodiscard]] std::string formatNumber(double value);

} // namespace lockstep
