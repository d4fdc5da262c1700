// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/past/columns/columnfetcher.h"

#include <compare>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace lockstep {

/// Key of a block of one metric: all entities, or a contiguous part.
struct ColumnKey
{
    /// As wide as the stripes that blocks of many entities are packed in (ColumnCodec).
    static constexpr std::uint32_t sliceWidth = 1024;

    MetricId metric;
    TickIndex first = 0;
    std::uint32_t part = 0; ///< 0: all entities; otherwise the slice's number, from 1

    [[nodiscard]] EntitySlice slice() const
    {
        return part == 0 ? EntitySlice{} : EntitySlice{(part - 1) * sliceWidth, sliceWidth};
    }
    [[nodiscard]] static std::uint32_t partOf(std::uint32_t entity) { return 1 + entity / sliceWidth; }
    [[nodiscard]] static ColumnKey of(const FetchedBlock& block)
    {
        return {block.metric, block.first, block.slice.isAll() ? 0 : partOf(block.slice.first)};
    }
    friend auto operator<=>(const ColumnKey&, const ColumnKey&) = default;
};

/// Cache of columns fetched from a recording: blocks and single ticks, within a memory budget. Only trim() evicts,
/// least recently used first, so that spans stay valid until then. GUI thread.
class ColumnCache
{
public:
    explicit ColumnCache(std::size_t budgetBytes) : m_budgetBytes(budgetBytes) { }

    void put(FetchedBlock block);
    void put(FetchedRow row);
    /// Null: not cached. A block without values: the recording has none.
    [[nodiscard]] const RecordedBlock* block(const ColumnKey& key) const;
    /// All entities of one tick, from a block or alone. nullopt: not cached. Empty: not in the recording.
    [[nodiscard]] std::optional<std::span<const float>> row(MetricId metric, TickIndex tick) const;

    /// Number of a block's ticks that are cached individually.
    [[nodiscard]] int rowsAlone(MetricId metric, TickIndex first) const;

    /// Forgets blocks that begin at @p first or later, and their ticks.
    void forgetFrom(TickIndex first);
    void trim();
    [[nodiscard]] std::size_t bytes() const { return m_bytes; }

private:
    struct Block
    {
        std::shared_ptr<const RecordedBlock> values;
        mutable std::uint64_t lastUse = 0;
    };
    struct Row
    {
        std::shared_ptr<const std::vector<float>> values;
        mutable std::uint64_t lastUse = 0;
    };
    using RowKey = std::pair<MetricId, TickIndex>;

    void add(std::size_t floats) { m_bytes += floats * sizeof(float); }
    void remove(std::size_t floats) { m_bytes -= floats * sizeof(float); }

    std::size_t m_budgetBytes;
    std::size_t m_bytes = 0;
    std::map<ColumnKey, Block> m_blocks;
    std::map<RowKey, Row> m_rows;
    mutable std::uint64_t m_uses = 0;
};

} // namespace lockstep
