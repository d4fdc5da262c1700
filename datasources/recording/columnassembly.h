// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/codec/columncodec.h"
#include "models/core/time.h"
#include "models/ingest/placedbatch.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
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

/// Limits for joining a metric's blocks within a file. Applies to metrics with few entities; long blocks compress
/// better.
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
void overlayValues(std::vector<float>& row, std::span<const float> values);

/// Number of values that are not NaN.
[[nodiscard]] std::size_t countSamples(std::span<const float> values);
[[nodiscard]] std::size_t countSamples(std::span<const double> values);

/// A metric's block of ticks under construction. Recent rows are stored as values, older wide rows packed as in the
/// journal, which takes a third of the memory. A plain value; owned by ColumnAssembly.
class OpenBlock
{
public:
    /// The values of all entities at one tick, as stored in a journal.
    struct PackedRow
    {
        std::uint32_t width = 0; ///< 0: no values
        std::uint64_t samples = 0;
        std::vector<std::uint8_t> bytes;
    };

    /// Sets values of a tick; NaN never overwrites a value.
    void put(TickIndex tick, std::uint32_t firstEntity, std::span<const float> values, ColumnCodec& codec);

    /// Number of values so far, including missing ones.
    [[nodiscard]] std::uint64_t given() const { return m_given; }
    /// Ticks written since the last journal entry, one bit each.
    [[nodiscard]] std::uint64_t touched() const { return m_touched; }
    /// Packs changed rows for a journal.
    void pack(ColumnCodec& codec);
    /// @pre the tick is touched, and packed
    [[nodiscard]] const PackedRow& packed(TickIndex tick) const;
    /// Call when all packed data is in a journal. Releases the values of rows older than @p recent.
    void setJournalled(TickIndex first, TickIndex recent);

    /// The complete block, unpacked.
    [[nodiscard]] RecordedBlock whole(TickIndex first, ColumnCodec& codec) const;

private:
    struct Row
    {
        std::vector<float> values; ///< empty: packed, or none
        PackedRow packed; ///< as of the last pack()
    };

    static void unpack(Row& row, ColumnCodec& codec);

    std::vector<Row> m_rows; ///< up to the latest tick
    std::uint64_t m_touched = 0;
    std::uint64_t m_given = 0;
};

/// Collects the ticks of all nodes into blocks until these are full, and tracks which rows are not yet in a journal.
/// Not thread-safe; owned by a recorder.
class ColumnAssembly
{
public:
    using Metrics = std::map<std::uint32_t, OpenBlock>;
    /// Rows of all entities by tick and metric. Not blocks, because one old tick would then cost the memory of 64.
    using LateRows = std::map<TickIndex, std::map<std::uint32_t, std::vector<float>>>;

    /// Adds one tick's values to its columns. Values of a block that was sealed are late.
    void write(TickIndex tick, std::span<const PlacementRun> runs, std::span<const float> values);

    /// Open blocks by their first tick, oldest first.
    [[nodiscard]] const std::map<TickIndex, Metrics>& open() const { return m_open; }
    /// Packs rows that are in no journal yet.
    void packTouched();
    /// Call when all data packed by packTouched() is in a journal.
    void setJournalled();
    /// Values for sealed blocks since clearLate().
    [[nodiscard]] const LateRows& late() const { return m_late; }
    void clearLate()
    {
        m_late.clear();
        m_lateBytes = 0;
    }
    [[nodiscard]] std::size_t lateBytes() const { return m_lateBytes; }
    /// Maximum size in a file of the open blocks with that first tick.
    [[nodiscard]] std::uint64_t bytesToSeal(TickIndex first) const;
    /// Drops the blocks with that first tick; further data for them and for older ones is late.
    void seal(TickIndex first);

    /// Data for earlier blocks is late from now on.
    void sealBefore(TickIndex first) { m_sealedBefore = std::max(m_sealedBefore, first); }

    [[nodiscard]] bool isEmpty() const { return m_isEmpty; }
    [[nodiscard]] TickIndex newestTick() const { return m_newest; }
    [[nodiscard]] TickIndex oldestTick() const { return m_oldest; } ///< oldest tick that was not late

private:
    /// Number of open blocks behind the newest, for a run that catches up with its nodes' retained data; older data is
    /// late.
    static constexpr TickIndex maxOpenBehind = 12 * RecordedBlock::ticks;

    void writeLate(TickIndex tick, std::span<const PlacementRun> runs, std::span<const float> values);

    ColumnCodec m_codec;
    std::map<TickIndex, Metrics> m_open;
    LateRows m_late;
    std::size_t m_lateBytes = 0;
    bool m_isEmpty = true;
    TickIndex m_newest = 0;
    TickIndex m_oldest = 0;
    TickIndex m_sealedBefore = std::numeric_limits<TickIndex>::min();
};

} // namespace lockstep
