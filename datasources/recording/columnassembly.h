// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/codec/columncodec.h"
#include "models/core/time.h"
#include "models/ingest/placementrun.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <span>
#include <vector>

namespace lockstep {

/// Some of a metric's entities, side by side.
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

/// A block of one metric as it is read or written: ticks down, entities across, NaN where there is nothing.
struct RecordedBlock
{
    static constexpr TickIndex ticks = 64;

    [[nodiscard]] static constexpr TickIndex firstOf(TickIndex tick) { return tick & ~(ticks - 1); }

    TickIndex first = 0;
    std::uint32_t width = 0;
    std::uint64_t written = 0; ///< one bit a tick
    std::vector<float> values; ///< ticks x width, as far as ticks have come

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

/// A block as it stands in a file, packed: copied to another file without being unpacked or looked at.
struct PackedBlock
{
    std::uint32_t metric = 0;
    TickIndex first = 0;
    std::uint32_t width = 0;
    std::uint64_t samples = 0;
    std::int64_t checksum = 0;
    std::span<const std::byte> data; ///< the file's: valid until whoever gave the block goes on
};

/// Gathers the ticks of all nodes into blocks until these are full, and knows which rows no journal has yet.
/// Not thread-safe; owned by a recorder.
class ColumnAssembly
{
public:
    struct OpenBlock
    {
        RecordedBlock block;
        std::uint64_t touched = 0; ///< ticks written since they were journalled
    };
    using Metrics = std::map<std::uint32_t, OpenBlock>;
    /// By tick and metric, all entities. Single rows, not blocks: a tick of long ago must not cost 64 ticks of all.
    using LateRows = std::map<TickIndex, std::map<std::uint32_t, std::vector<float>>>;

    /// Puts one tick's values into its columns. Those of a block that was sealed already become late ones.
    void write(TickIndex tick, std::span<const PlacementRun> runs, std::span<const float> values);

    /// Open blocks by their first tick, oldest first.
    [[nodiscard]] std::map<TickIndex, Metrics>& open() { return m_open; }
    [[nodiscard]] const std::map<TickIndex, Metrics>& open() const { return m_open; }
    /// Values for blocks that were sealed, that came since clearLate().
    [[nodiscard]] const LateRows& late() const { return m_late; }
    void clearLate()
    {
        m_late.clear();
        m_lateBytes = 0;
    }
    [[nodiscard]] std::size_t lateBytes() const { return m_lateBytes; }
    /// Forgets the blocks of that first tick; what still comes for them, and for older ones, is late.
    void seal(TickIndex first);

    /// What comes for blocks before this one is late, whether they were ever open or not.
    void sealBefore(TickIndex first);

    [[nodiscard]] bool isEmpty() const { return m_isEmpty; }
    [[nodiscard]] TickIndex newestTick() const { return m_newest; }
    [[nodiscard]] TickIndex oldestTick() const { return m_oldest; } ///< that was not late

private:
    /// A run that catches up with what its nodes kept for it fills so many blocks at once; what is older is late.
    static constexpr TickIndex maxOpenBehind = 12 * RecordedBlock::ticks;

    void writeLate(TickIndex tick, std::span<const PlacementRun> runs, std::span<const float> values);

    std::map<TickIndex, Metrics> m_open;
    LateRows m_late;
    std::size_t m_lateBytes = 0;
    bool m_isEmpty = true;
    TickIndex m_newest = 0;
    TickIndex m_oldest = 0;
    TickIndex m_sealedBefore = std::numeric_limits<TickIndex>::min();
};

/// Puts a row of values over another one, which grows if need be; NaN never overwrites a value.
void putOver(std::vector<float>& row, std::span<const float> values);

/// Number of values that are not NaN.
[[nodiscard]] std::size_t countSamples(std::span<const float> values);

} // namespace lockstep
