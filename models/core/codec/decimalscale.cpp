// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/codec/decimalscale.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <numeric>
#include <type_traits>

namespace lockstep {

namespace {

/// Added to a double below 2^51, it moves the nearest integer into the low bits.
constexpr double roundingBits = 6755399441055744.0; // 1.5 * 2^52
constexpr double maxSteps = 2147483647.0;
constexpr int finestOfFloats = -7;
constexpr std::size_t allowedMisfits = 64; ///< one sample in this many may be off the scale
constexpr double maxSampleSteps = 9007199254740992.0; // 2^53: integers are exact up to this

double powerOfTen(int exponent)
{
    static constexpr auto powers = std::to_array({1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12});
    return powers[static_cast<std::size_t>(exponent)];
}

bool isSame(float a, float b)
{
    return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b);
}

bool isSame(double a, double b)
{
    return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

/// Integer multiples of 10^exponent.
template <class Value>
struct Trial
{
    DecimalScale scale;
    double stepsPerUnit;
    double step;

    explicit Trial(int exponent) : scale{exponent, 1}, stepsPerUnit(scale.stepsPerUnit()), step(scale.step()) { }

    [[nodiscard]] bool fits(Value value) const
    {
        const double steps = std::nearbyint(double{value} * stepsPerUnit);
        if (!(std::abs(steps) < maxSampleSteps))
            return false;
        if constexpr (std::is_same_v<Value, double>)
            return isSame(steps * scale.factor() / scale.divisor(), value);
        else
            return isSame(static_cast<float>(steps * step), value);
    }
    [[nodiscard]] bool fitsAllBut(std::size_t allowance, std::span<const Value> samples) const
    {
        std::size_t misfits = 0;
        return std::ranges::all_of(samples, [&](Value value) {
            misfits += std::isnan(value) || fits(value) ? 0 : 1;
            return misfits <= allowance;
        });
    }
    [[nodiscard]] std::uint64_t commonDivisor(std::span<const Value> samples) const
    {
        std::uint64_t divisor = 0;
        for (const Value value : samples) {
            if (divisor != 1 && fits(value))
                divisor = std::gcd(divisor,
                                   static_cast<std::uint64_t>(std::abs(std::nearbyint(double{value} * stepsPerUnit))));
        }
        return std::clamp<std::uint64_t>(divisor, 1, DecimalScale::maxMultiplier);
    }
};

} // namespace

double DecimalScale::factor() const
{
    const auto whole = static_cast<double>(multiplier);
    return exponent < 0 ? whole : whole * powerOfTen(exponent);
}

double DecimalScale::divisor() const
{
    return exponent < 0 ? powerOfTen(-exponent) : 1;
}

double DecimalScale::step() const
{
    const auto factor = static_cast<double>(multiplier);
    return exponent < 0 ? factor / powerOfTen(-exponent) : factor * powerOfTen(exponent);
}

double DecimalScale::stepsPerUnit() const
{
    const auto factor = static_cast<double>(multiplier);
    return exponent < 0 ? powerOfTen(-exponent) / factor : 1 / (factor * powerOfTen(exponent));
}

bool DecimalScale::isValid() const
{
    return exponent >= finest && exponent <= coarsest && multiplier >= 1 && multiplier <= maxMultiplier;
}

template <class Value>
std::optional<DecimalScale> findScale(std::span<const Value> samples)
{
    constexpr int finest = std::is_same_v<Value, double> ? DecimalScale::finest : finestOfFloats;
    for (int exponent = DecimalScale::coarsest; exponent >= finest; --exponent) {
        const Trial<Value> trial(exponent);
        if (trial.fitsAllBut(samples.size() / allowedMisfits, samples))
            return DecimalScale{exponent, trial.commonDivisor(samples)};
    }
    return std::nullopt;
}

template std::optional<DecimalScale> findScale(std::span<const float>);
template std::optional<DecimalScale> findScale(std::span<const double>);

std::size_t quantise(std::span<const double> values, DecimalScale scale, std::uint64_t* steps, std::uint8_t* isOff)
{
    const double stepsPerUnit = scale.stepsPerUnit();
    const double step = scale.step();
    const double factor = scale.factor();
    const double divisor = scale.divisor();
    std::size_t off = 0;
    for (std::size_t at = 0; at < values.size(); ++at) {
        const double whole = std::nearbyint(values[at] * stepsPerUnit) + 0.0; // avoids -0, which no integer represents
        const bool isSmall = std::abs(whole * static_cast<double>(scale.multiplier)) < maxSampleSteps;
        const bool isExact = isSame(whole * factor / divisor, values[at])
            && isSame(static_cast<float>(whole * step), static_cast<float>(values[at]));
        steps[at] = isSmall ? static_cast<std::uint64_t>(static_cast<std::int64_t>(whole)) : 0;
        isOff[at] = static_cast<std::uint8_t>(!(isExact && isSmall));
        off += isOff[at];
    }
    return off;
}

std::size_t quantise(std::span<const float> values, DecimalScale scale, std::uint32_t* steps, std::uint8_t* isOff)
{
    const double stepsPerUnit = scale.stepsPerUnit();
    const double step = scale.step();
    std::size_t off = 0;
    // No branches and no calls, so that compilers vectorise it.
    for (std::size_t at = 0; at < values.size(); ++at) {
        const double rounded = double{values[at]} * stepsPerUnit + roundingBits;
        const double whole = rounded - roundingBits;
        const auto back = static_cast<float>(whole * step);
        const bool isExact = std::bit_cast<std::uint32_t>(back) == std::bit_cast<std::uint32_t>(values[at]);
        const bool isSmall = whole <= maxSteps && whole >= -maxSteps;
        steps[at] = static_cast<std::uint32_t>(std::bit_cast<std::uint64_t>(rounded));
        isOff[at] = static_cast<std::uint8_t>(!(isExact && isSmall));
        off += isOff[at];
    }
    return off;
}

} // namespace lockstep
