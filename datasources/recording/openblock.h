// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/recording/recordedblock.h"
#include "models/core/codec/columncodec.h"

#include <cstdint>
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

} // namespace lockstep
