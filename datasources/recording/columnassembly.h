// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/recording/recordedblock.h"
#include "models/core/codec/columncodec.h"
#include "models/core/time.h"
#include "models/ingest/layoutplacement.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <span>
#include <vector>

namespace lockstep {

/// A metric's block of ticks under construction: recent rows as values, older wide rows packed as in the journal, at a
/// third of the memory. A value; owned by ColumnAssembly.
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
    /// By tick and metric, all entities. Single rows, not blocks: a tick of long ago must not cost 64 ticks of all.
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
    void sealBefore(TickIndex first);

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
