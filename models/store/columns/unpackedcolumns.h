// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/codec/columncodec.h"
#include "models/core/ids.h"
#include "models/core/time.h"

#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <tuple>
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

/// Cache of unpacked blocks: whole for a heatmap, a stripe of entities for a chart. Only trim() evicts, by age and
/// size, so that spans stay valid until then. Private to ColumnStore; GUI thread.
class UnpackedColumns
{
public:
    explicit UnpackedColumns(std::size_t budgetBytes) : m_budgetBytes(budgetBytes) { }

    /// All entities of one tick of a packed block: block.width values.
    [[nodiscard]] std::span<const float> row(MetricId metric, TickIndex number, const ColumnBlock& block,
                                             TickIndex row);
    /// One entity of one tick, without unpacking the block's other stripes.
    [[nodiscard]] float value(MetricId metric, TickIndex number, const ColumnBlock& block, TickIndex row,
                              std::uint32_t entity);

    void forget(MetricId metric, TickIndex number); ///< the block was changed or dropped
    /// @param newest tick of the store; entries unused for long before it are evicted
    void trim(TickIndex newest);
    void clear();
    [[nodiscard]] std::size_t memoryBytes() const { return m_bytes; }

private:
    static constexpr std::uint32_t whole = 0xFFFFFFFF;
    static constexpr TickIndex keptUnasked = 60; ///< in ticks
    using Key = std::tuple<std::uint32_t, TickIndex, std::uint32_t>; ///< metric, block, stripe or whole
    struct Entry
    {
        std::vector<float> values; ///< ticks rows of count
        std::uint32_t first = 0;
        std::uint32_t count = 0;
        std::uint64_t lastUse = 0;
        TickIndex lastAsked = 0; ///< newest tick at the last access
    };

    Entry& unpack(const Key& key, const ColumnBlock& block, std::uint32_t first, std::uint32_t count);

    std::size_t m_budgetBytes;
    std::optional<ColumnCodec> m_codec; ///< created when first needed, because it holds memory
    std::vector<float> m_scratch;
    std::map<Key, Entry> m_entries;
    std::uint64_t m_uses = 0;
    TickIndex m_newest = 0; ///< at the last trim()
    std::size_t m_bytes = 0;
};

} // namespace lockstep
