// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/codec/columncodec.h"
#include "models/core/ids.h"
#include "models/core/time.h"
#include "models/core/work/jobqueue.h"
#include "models/ingest/placedbatch.h"
#include "models/store/columns/changeset.h"

#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <tuple>
#include <vector>

namespace lockstep {

/// Values that arrived after a block was given to the packer, in order of arrival.
struct ColumnPatches
{
    struct Patch
    {
        std::uint32_t row = 0; ///< tick within the block
        std::uint32_t firstEntity = 0;
        std::uint32_t count = 0;
    };
    std::vector<Patch> patches;
    std::vector<float> values; ///< of one patch after another

    void add(TickIndex row, std::uint32_t firstEntity, std::span<const float> values);
    [[nodiscard]] std::size_t memoryBytes() const
    {
        return patches.capacity() * sizeof(Patch) + values.capacity() * sizeof(float);
    }
};

/// 32 ticks of one metric for all its entities: open as floats, or packed (see ColumnCodec). From the moment at which
/// it is given to the packer, later values are patches; many of them are packed, too. Private to ColumnStore.
struct ColumnBlock
{
    static constexpr TickIndex ticks = 32; ///< larger blocks compress no better, and are unpacked until complete
    using Rows = std::uint32_t; ///< one bit per tick

    /// Values without patches. The packer reads them, too.
    struct Base
    {
        std::shared_ptr<float[]> values; ///< rows of width values for each tick, uninitialised where not in rows; null
                                         ///< when packed
        std::shared_ptr<const std::vector<std::uint8_t>> packed;
        std::uint32_t width = 0;
        Rows rows = 0; ///< that were written
    };

    Base base;
    std::shared_ptr<const ColumnPatches> inPacking; ///< patches given to the packer, often none; null: not being packed
    ColumnPatches patches; ///< later ones
    TickIndex patchedAt = 0; ///< newest tick of the store at the last patch
    std::uint32_t width = 0; ///< with patches
    Rows written = 0; ///< with patches

    /// Whether values are written in place.
    [[nodiscard]] bool isOpen() const { return !base.packed && !inPacking; }
    /// Whether all values are in base.values.
    [[nodiscard]] bool isPlain() const
    {
        return base.values && patches.patches.empty() && (!inPacking || inPacking->patches.empty());
    }
    [[nodiscard]] std::size_t memoryBytes() const
    {
        return (base.packed ? base.packed->capacity() : 0)
            + (base.values ? std::size_t{base.width} * ticks * sizeof(float) : 0) + patches.memoryBytes()
            + (inPacking ? inPacking->memoryBytes() : 0);
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
    static constexpr TickIndex unusedLifetime = 60; ///< in ticks
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
    std::map<Key, Entry> m_entries;
    std::uint64_t m_uses = 0;
    TickIndex m_newest = 0; ///< at the last trim()
    std::size_t m_bytes = 0;
};

/// Packs completed blocks on its own thread. Owned by ColumnStore, used from the GUI thread only; the thread starts
/// with the first request, and the destructor ends it after the current block.
class ColumnPacker
{
public:
    struct Order
    {
        MetricId metric;
        TickIndex number = 0; ///< of the block
        ColumnBlock block; ///< as it was; shares its base, which is no longer written to
    };
    struct Packed
    {
        Order order;
        std::vector<std::uint8_t> bytes;
    };

    void add(Order order);
    /// Blocks packed since the last call.
    [[nodiscard]] std::vector<Packed> take();

private:
    std::mutex m_mutex;
    std::vector<Packed> m_ready; ///< guarded by m_mutex
    ColumnCodec m_codec; ///< used by the worker
    std::vector<float> m_values; ///< used by the worker
    JobQueue m_worker; ///< last: ends before the members that it uses
};

/// Samples in memory: per metric a ring of blocks of 32 ticks, each tick contiguous float32 over all entities of the
/// metric's kind. Blocks and ticks are allocated on first write, so only existing data uses memory. Completed blocks
/// are packed losslessly on another thread and unpacked on access. The oldest block is dropped as a whole. New entities
/// widen only the current blocks. Private to ClusterStore; GUI thread.
class ColumnStore
{
public:
    static constexpr TickIndex blockTicks = ColumnBlock::ticks;
    /// A block is packed when the newest tick is this far past its end, by which time nearly all late data has arrived,
    /// and again when it has many patches and the last one is this long ago.
    static constexpr TickIndex ticksBeforePacking = 8;

    /// @param historyTicks minimum number of ticks to keep before the newest
    explicit ColumnStore(std::int64_t historyTicks);

    /// Allocates space for that many entities of the metric.
    void reserve(MetricId metric, std::uint32_t entityCount);

    /// Writes one tick's values to its columns; NaN never overwrites a value. Advances the ring if the tick is newer
    /// than all others. @return false if the tick is older than the ring and nothing was written
    bool write(TickIndex tick, std::span<const PlacementRun> runs, std::span<const float> values);
    /// Sets the newest values of entities; NaN does not overwrite.
    void writeLatest(std::span<const PlacementRun> runs, std::span<const float> values);
    /// Replaces the newest values, including with NaN and for entities beyond the end, so that outdated values
    /// disappear.
    void replaceLatest(MetricId metric, std::span<const float> values);
    /// Starts packing completed blocks, accepts packed ones, and evicts the least recently used. Invalidates spans that
    /// column() returned.
    void compactAndEvict();
    void clear();
    /// Drops all ticks; keeps the newest values of entities.
    void dropTicks();

    [[nodiscard]] TickRange ticks() const;
    [[nodiscard]] std::span<const float> column(MetricId metric, TickIndex tick) const;
    [[nodiscard]] std::span<const float> latest(MetricId metric) const;
    [[nodiscard]] float value(MetricId metric, std::uint32_t entity, TickIndex tick) const;

    /// Number of blocks dropped from the ring so far.
    [[nodiscard]] std::uint64_t droppedBlocks() const { return m_droppedBlocks; }
    [[nodiscard]] std::size_t memoryBytes() const;

private:
    struct Metric
    {
        std::vector<ColumnBlock> ring; ///< by block number modulo its size; empty until the first value
        std::vector<float> latest;
    };

    [[nodiscard]] std::size_t slotOf(TickIndex block) const;
    void moveTo(TickIndex newestBlock);
    void writeRun(MetricId metric, TickIndex tick, std::uint32_t firstEntity, std::span<const float> values);
    void orderPacking();
    [[nodiscard]] bool isWorthPacking(const ColumnBlock& block) const;
    [[nodiscard]] const ColumnBlock* blockAt(MetricId metric, TickIndex tick) const;

    const std::int64_t m_ringBlocks;
    std::vector<Metric> m_metrics;
    bool m_isEmpty = true;
    TickIndex m_oldestTick = 0; ///< oldest ever written; may have been dropped
    TickIndex m_newestTick = 0;
    std::uint64_t m_droppedBlocks = 0;
    mutable UnpackedColumns m_unpacked; ///< a cache, so that packed blocks read like open ones
    ColumnPacker m_packer;
};

} // namespace lockstep
