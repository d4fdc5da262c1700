// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/ids.h"
#include "models/core/time.h"

#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

namespace lockstep {

/// Values that arrived after a block was packed: one tick, some entities.
struct ColumnPatch
{
    std::uint32_t row = 0; ///< tick within the block
    std::uint32_t firstEntity = 0;
    std::vector<float> values;
};

/// 32 ticks of one metric for all its entities: open as floats, or packed (see ColumnCodec) with late values as
/// patches. Private to ColumnStore.
struct ColumnBlock
{
    static constexpr TickIndex ticks = 32; ///< larger blocks compress no better, and are unpacked until complete
    using Rows = std::uint32_t; ///< one bit per tick

    std::shared_ptr<float[]> values; ///< open: rows of width values for each tick, uninitialised where not written;
                                     ///< null when packed
    std::vector<std::uint8_t> packed;
    std::uint32_t packedWidth = 0; ///< number of entities when packed; patches may refer to more
    std::vector<ColumnPatch> patches; ///< in order of arrival, only when packed
    std::uint32_t width = 0;
    Rows written = 0;
    bool isBeingPacked = false; ///< the packer is reading the values: a writer must copy them first

    [[nodiscard]] bool isPacked() const { return !packed.empty(); }
    [[nodiscard]] std::size_t memoryBytes() const
    {
        std::size_t bytes = packed.capacity() + (values ? std::size_t{width} * ticks * sizeof(float) : 0);
        for (const ColumnPatch& patch : patches)
            bytes += patch.values.capacity() * sizeof(float) + sizeof(ColumnPatch);
        return bytes;
    }
};

/// One bit in ColumnBlock::written.
[[nodiscard]] constexpr ColumnBlock::Rows rowBit(TickIndex row)
{
    return ColumnBlock::Rows{1} << static_cast<ColumnBlock::Rows>(row);
}
static_assert(ColumnBlock::ticks == std::numeric_limits<ColumnBlock::Rows>::digits);

} // namespace lockstep
