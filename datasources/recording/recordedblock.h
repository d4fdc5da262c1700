// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/time.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace lockstep {

/// A contiguous range of a metric's entities.
struct EntitySlice
{
    static constexpr std::uint32_t everything = 0xFFFFFFFF;

    std::uint32_t first = 0;
    std::uint32_t count = everything;

    [[nodiscard]] bool isAll() const { return first == 0 && count == everything; }
    /// How many of them there are among @p width.
    [[nodiscard]] std::uint32_t within(std::uint32_t width) const
    {
        return first < width ? std::min(count, width - first) : 0;
    }
};

/// An unpacked block of one metric: ticks down, entities across, NaN for no data.
struct RecordedBlock
{
    static constexpr TickIndex ticks = 64;

    [[nodiscard]] static constexpr TickIndex firstOf(TickIndex tick) { return tick & ~(ticks - 1); }

    TickIndex first = 0;
    std::uint32_t width = 0;
    std::uint64_t written = 0; ///< one bit a tick
    std::vector<float> values; ///< ticks x width, up to the latest tick

    void widen(std::uint32_t width);
    /// Puts values into a tick; NaN never overwrites a value.
    void put(TickIndex tick, std::uint32_t firstEntity, std::span<const float> values);
    [[nodiscard]] std::span<const float> row(TickIndex tick) const;
    /// Those entities alone, the slice's first one at 0.
    [[nodiscard]] RecordedBlock sliced(EntitySlice slice) const;
    /// Up to the last entity that has a value in any tick.
    [[nodiscard]] std::uint32_t usedWidth() const;
    [[nodiscard]] bool isWhole() const { return values.size() == std::size_t{width} * ticks; }
    /// The values of the first @p narrower entities alone, of all ticks.
    [[nodiscard]] std::vector<float> narrowed(std::uint32_t narrower) const;
};

/// A packed block as stored in a file: copied to another file without unpacking.
struct PackedBlock
{
    std::uint32_t metric = 0;
    TickIndex first = 0;
    std::uint32_t width = 0;
    std::uint64_t samples = 0;
    std::int64_t checksum = 0;
    std::span<const std::byte> data; ///< of the file: valid until its reader continues
};

/// Puts a row of values over another one, which grows if need be; NaN never overwrites a value.
void putOver(std::vector<float>& row, std::span<const float> values);

/// Number of values that are not NaN.
[[nodiscard]] std::size_t countSamples(std::span<const float> values);

} // namespace lockstep
