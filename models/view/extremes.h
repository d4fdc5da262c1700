// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <cstring>
#include <limits>
#include <span>

namespace lockstep {

/// Extreme of a few samples, and whether some are missing. Private to the heat grid.
struct Extreme
{
    float value; ///< startOfExtreme when all are missing
    bool isPartial;
};

/// What every sample is at least as extreme as.
template <bool isMin>
inline constexpr float startOfExtreme
    = isMin ? std::numeric_limits<float>::infinity() : -std::numeric_limits<float>::infinity();

/// Largest sample, or smallest with @p isMin; NaN is missing. A matrix of 16,384 x 600 has half a million cells of 18
/// samples, so this is the loop that counts: four at a time, the last four overlapping those before, which changes
/// neither an extreme nor whether anything is missing.
template <bool isMin>
Extreme extremeOf(std::span<const float> samples)
{
    using Floats = float __attribute__((vector_size(16)));
    using Flags = std::int32_t __attribute__((vector_size(16)));
    constexpr std::size_t width = 4;

    Extreme result{startOfExtreme<isMin>, false};
    // A comparison with NaN is false, so NaN never replaces a value; and only NaN differs from itself.
    const auto takeOne = [&result](float sample) {
        result.value = (isMin ? sample < result.value : sample > result.value) ? sample : result.value;
        result.isPartial |= sample != sample;
    };
    if (samples.size() < width) {
        for (const float sample : samples)
            takeOne(sample);
        return result;
    }
    Floats best = Floats{} + startOfExtreme<isMin>;
    Flags missing{};
    const auto takeSome = [&](std::size_t at) {
        Floats some;
        std::memcpy(&some, samples.data() + at, sizeof some);
        best = (isMin ? some < best : some > best) ? some : best;
        missing |= some != some;
    };
    for (std::size_t at = 0; at + width <= samples.size(); at += width)
        takeSome(at);
    takeSome(samples.size() - width);
    std::int32_t anyMissing = 0;
    for (std::size_t lane = 0; lane < width; ++lane) {
        takeOne(best[lane]);
        anyMissing |= missing[lane];
    }
    result.isPartial = anyMissing != 0;
    return result;
}

} // namespace lockstep
