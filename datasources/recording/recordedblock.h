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
    /// Number of entities of the slice within @p width.
    [[nodiscard]] std::uint32_t within(std::uint32_t width) const
    {
        return first < width ? std::min(count, width - first) : 0;
    }
};

/// An unpacked block of one metric: ticks down, entities across, NaN for no data. Views and analyses read floats;
/// imports, exports and copies keep doubles, as far as ColumnCodec does.
template <class Value>
struct RecordedBlockOf
{
    static constexpr TickIndex ticks = 64;

    [[nodiscard]] static constexpr TickIndex firstOf(TickIndex tick) { return tick & ~(ticks - 1); }

    TickIndex first = 0;
    std::uint32_t width = 0;
    std::uint64_t written = 0; ///< one bit per tick
    std::vector<Value> values; ///< ticks x width, up to the latest tick

    void widen(std::uint32_t width);
    /// Sets values of a tick; NaN never overwrites a value.
    void put(TickIndex tick, std::uint32_t firstEntity, std::span<const Value> values);
    [[nodiscard]] std::span<const Value> row(TickIndex tick) const;
    /// Only the entities of the slice, its first one at 0.
    [[nodiscard]] RecordedBlockOf sliced(EntitySlice slice) const;
    [[nodiscard]] bool hasValues(std::uint32_t entity) const;
    /// Up to the last entity that has a value in any tick.
    [[nodiscard]] std::uint32_t usedWidth() const;
    [[nodiscard]] bool isWhole() const { return values.size() == std::size_t{width} * ticks; }
    /// Number of entities with a value in any tick.
    [[nodiscard]] std::uint32_t entitiesWithValues() const;
    /// The values of the first @p narrower entities, for all ticks.
    [[nodiscard]] std::vector<Value> narrowed(std::uint32_t narrower) const;
};

using RecordedBlock = RecordedBlockOf<float>;
using ExactBlock = RecordedBlockOf<double>;

/// Limits for joining the blocks of a metric with few entities in a file. Long blocks compress better.
struct JoinedBlock
{
    static constexpr TickIndex maxTicks = 8192; ///< maximum length of a block in a file
    static constexpr std::uint64_t maxValues = 1U << 14U; ///< unless a single block has more
    static constexpr std::uint64_t maxPlaces = 1U << 18U; ///< ticks x width, unless a single block has more

    /// Maximum length of a joined block, a multiple of a block.
    /// @param entities number of entities with values
    [[nodiscard]] static constexpr TickIndex longest(std::uint32_t width, std::uint32_t entities)
    {
        const auto ticks = static_cast<TickIndex>(
            std::min(maxValues / std::max<std::uint64_t>(entities, 1), maxPlaces / std::max<std::uint64_t>(width, 1)));
        return std::clamp(RecordedBlock::firstOf(ticks), RecordedBlock::ticks, maxTicks);
    }
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

/// Overlays a row of values on another one, which grows if necessary; NaN never overwrites a value.
void putOver(std::vector<float>& row, std::span<const float> values);

/// Number of values that are not NaN.
[[nodiscard]] std::size_t countSamples(std::span<const float> values);
[[nodiscard]] std::size_t countSamples(std::span<const double> values);

} // namespace lockstep
