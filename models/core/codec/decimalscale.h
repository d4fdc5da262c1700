// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <span>

namespace lockstep {

/// The grid of a sensor's readings: integer multiples of multiplier * 10^exponent. Private to ColumnCodec.
struct DecimalScale
{
    static constexpr int finest = -12;
    static constexpr int coarsest = 9;
    static constexpr std::uint64_t maxMultiplier = std::uint64_t{1} << 40U;

    int exponent = 0; ///< finest to coarsest
    std::uint64_t multiplier = 1; ///< 1 to maxMultiplier

    [[nodiscard]] double step() const;
    [[nodiscard]] double stepsPerUnit() const;
    /// steps * factor() / divisor() is the double nearest to the decimal number. step() alone may be inexact.
    [[nodiscard]] double factor() const;
    [[nodiscard]] double divisor() const;
    [[nodiscard]] bool isValid() const;
};

/// The coarsest scale that fits all samples exactly, except for a few; nullopt if there is none. NaNs are ignored.
template <class Value>
[[nodiscard]] std::optional<DecimalScale> findScale(std::span<const Value> samples);

/// Writes each value's multiple to @p steps, and 1 to @p isOff where the multiple does not reproduce the value bit by
/// bit (and for NaN). All three have the same length.
/// @return number of values that are not reproduced
std::size_t quantise(std::span<const float> values, DecimalScale scale, std::uint32_t* steps, std::uint8_t* isOff);
/// A value must be reproduced both as a double and as a float.
std::size_t quantise(std::span<const double> values, DecimalScale scale, std::uint64_t* steps, std::uint8_t* isOff);

} // namespace lockstep
