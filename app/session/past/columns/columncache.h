// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/past/columns/coarsesheets.h"
#include "app/session/past/readers/pastreader.h"

#include <compare>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace lockstep {

/// A request for columns. Entities are identified by their index in the store's topology.
struct ColumnRequest
{
    MetricId metric; ///< id in the store
    std::string name; ///< its name in the past
    TickIndex first = 0; ///< of the block
    std::uint64_t rows = 0; ///< bit set of ticks wanted from the block; none: the whole block
    EntitySlice slice; ///< if the whole block is wanted
    TopologyPtr topology;
    std::optional<CoarseKey> coarse = {}; ///< wanted instead of columns, if set
    std::optional<SheetKey> sheet = {}; ///< wanted instead of columns, if set
};

/// A fetched block.
struct FetchedBlock
{
    MetricId metric;
    TickIndex first = 0;
    EntitySlice slice;
    std::shared_ptr<const RecordedBlock> block; ///< without values if there is no data; null: currently unavailable
};

/// A fetched tick of all entities.
struct FetchedRow
{
    MetricId metric;
    TickIndex tick = 0;
    std::shared_ptr<const std::vector<float>> values; ///< empty if there is no data; null: currently unavailable
};

/// Reads past columns on its own threads, one per reader. Single ticks precede blocks, and the newest request comes
/// first, because it is for what the user sees now. Request from one thread; callbacks run on the fetcher's threads.
/// The destructor waits for reads in progress.
class ColumnFetcher
{
public:
    struct Callbacks
    {
        std::function<void(CoarseKey, CoarsePieces::Extents)> extents = {};
        std::function<void(SheetKey, CoarseSheets::Values)> sheet = {};
        std::function<void(FetchedBlock)> block;
        std::function<void(FetchedRow)> row;
        /// Called when the past has grown, with its pauses and summarised parts.
        std::function<void(TickRange, std::vector<TickRange>, std::vector<SummarisedRange>)> extent;
    };

    /// @param growing look for new data every two seconds
    ColumnFetcher(PastReaders readers, bool growing, Callbacks callbacks);
    ~ColumnFetcher();

    void fetch(std::vector<ColumnRequest> requests);

private:
    void work(const std::stop_token& stop, PastReader& reader);
    void follow(const std::stop_token& stop, PastReader& reader);
    [[nodiscard]] bool hasRequests() const { return !m_rows.empty() || !m_blocks.empty(); }
    void answerOne(std::unique_lock<std::mutex>& lock, PastReader& reader);
    void answer(const ColumnRequest& request, PastReader& reader) const;

    const Callbacks m_callbacks;
    PastReaders m_readers; ///< one per thread

    std::mutex m_mutex;
    std::condition_variable_any m_hasRequests;
    std::vector<ColumnRequest> m_rows; ///< guarded, like the next member
    std::vector<ColumnRequest> m_blocks;
    std::vector<std::jthread> m_workers; ///< last
};

/// Key of a block of one metric: all entities, or a contiguous part.
struct ColumnKey
{
    /// The width of the stripes in which ColumnCodec packs blocks of many entities.
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
