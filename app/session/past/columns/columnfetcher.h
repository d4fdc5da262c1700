// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/past/columns/coarsepieces.h"
#include "app/session/past/columns/coarsesheets.h"
#include "app/session/past/readers/pastreader.h"

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace lockstep {

/// A request for columns, by the indices of the store's topology.
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

/// Reads past columns on threads of its own, one per reader: single ticks before blocks, and the newest request first,
/// because it is what the user sees now. Request from one thread; callbacks run on the fetcher's threads. The
/// destructor waits for reads in progress.
class ColumnFetcher
{
public:
    struct Callbacks
    {
        std::function<void(CoarseKey, CoarsePieces::Extents)> extents = {};
        std::function<void(SheetKey, CoarseSheets::Values)> sheet = {};
        std::function<void(FetchedBlock)> block;
        std::function<void(FetchedRow)> row;
        /// Called when the past has grown, with its pauses.
        std::function<void(TickRange, std::vector<TickRange>)> extent;
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
    std::vector<ColumnRequest> m_rows; ///< guarded, as is the next
    std::vector<ColumnRequest> m_blocks;
    std::vector<std::jthread> m_workers; ///< last
};

} // namespace lockstep
