// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/codec/columncodec.h"
#include "models/core/ids.h"
#include "models/core/time.h"
#include "models/core/work/jobqueue.h"
#include "models/ingest/placedbatch.h"
#include "models/store/columns/changeset.h"
#include "models/store/columns/unpackedcolumns.h"

#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

namespace lockstep {

/// Packs completed blocks on its own thread. Owned by ColumnStore, used from the GUI thread only; the thread starts
/// with the first request, and the destructor ends it after the current block.
class ColumnPacker
{
public:
    struct Order
    {
        MetricId metric;
        TickIndex block = 0;
        std::shared_ptr<const float[]> values; ///< no longer written to
        std::uint32_t width = 0;
        ColumnBlock::Rows written = 0;
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
    std::vector<float> m_copy; ///< used by the worker
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
    /// A block is packed when the newest tick is this far past its end, by which time nearly all late data has arrived.
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
    void keepUp();
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
