// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/codec/decimalscale.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <numeric>

namespace lockstep {

namespace {

/// Added to a double below 2^51 it leaves the nearest whole number in the low bits.
constexpr double roundingBits = 6755399441055744.0; // 1.5 * 2^52
constexpr double maxSteps = 2147483647.0;
constexpr std::size_t allowedMisfits = 64; ///< one sample in so many may be an odd one
constexpr double maxSampleSteps = 9007199254740992.0; // 2^53: whole numbers are exact up to there

double powerOfTen(int exponent)
{
    static constexpr auto powers = std::to_array({1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9});
    return powers[static_cast<std::size_t>(exponent)];
}

/// Multiples of 10^exponent alone.
struct Trial
{
    double stepsPerUnit;
    double step;

    explicit Trial(int exponent)
        : stepsPerUnit(DecimalScale{exponent, 1}.stepsPerUnit()), step(DecimalScale{exponent, 1}.step())
    { }

    [[nodiscard]] bool fits(float value) const
    {
        const double steps = std::nearbyint(double{value} * stepsPerUnit);
        return std::abs(steps) < maxSampleSteps
            && std::bit_cast<std::uint32_t>(static_cast<float>(steps * step)) == std::bit_cast<std::uint32_t>(value);
    }
    [[nodiscard]] bool fitsAllBut(std::size_t allowance, std::span<const float> samples) const
    {
        std::size_t misfits = 0;
        return std::ranges::all_of(samples, [&](float value) {
            misfits += std::isnan(value) || fits(value) ? 0 : 1;
            return misfits <= allowance;
        });
    }
    [[nodiscard]] std::uint64_t commonDivisor(std::span<const float> samples) const
    {
        std::uint64_t divisor = 0;
        for (const float value : samples) {
            if (divisor != 1 && fits(value))
                divisor = std::gcd(divisor,
                                   static_cast<std::uint64_t>(std::abs(std::nearbyint(double{value} * stepsPerUnit))));
        }
        return std::clamp<std::uint64_t>(divisor, 1, DecimalScale::largestMultiplier);
    }
};

} // namespace

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

bool DecimalScale::isSane() const
{
    return exponent >= finest && exponent <= coarsest && multiplier >= 1 && multiplier <= largestMultiplier;
}

std::optional<DecimalScale> findScale(std::span<const float> samples)
{
    for (int exponent = DecimalScale::coarsest; exponent >= DecimalScale::finest; --exponent) {
        const Trial trial(exponent);
        if (trial.fitsAllBut(samples.size() / allowedMisfits, samples))
            return DecimalScale{exponent, trial.commonDivisor(samples)};
    }
    return std::nullopt;
}

std::size_t quantise(std::span<const float> values, DecimalScale scale, std::uint32_t* steps, std::uint8_t* isOff)
{
    const double stepsPerUnit = scale.stepsPerUnit();
    const double step = scale.step();
    std::size_t off = 0;
    // No branches and no calls: compilers make vector code of it.
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
