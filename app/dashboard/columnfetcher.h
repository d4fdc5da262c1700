// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/storage/recording.h"

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace lockstep {

/// A block of columns that was asked for, by the index of the store's topology.
struct FetchedBlock
{
    MetricId metric; ///< the store's
    TickIndex first = 0;
    EntitySlice slice; ///< the entities that were asked for
    std::shared_ptr<const RecordedBlock> block; ///< without values where there is nothing
};

/// Reads a recording on a thread of its own; the newest request comes first, since it is what is looked at now.
/// Ask from one thread; the callbacks come on the fetcher's. The destructor waits for what is being read.
class ColumnFetcher
{
public:
    struct Callbacks
    {
        std::function<void(FetchedBlock)> block;
        std::function<void(TickRange)> extent; ///< the recording has grown
    };

    /// @param recording opened already  @param growing look for what is written meanwhile, every two seconds
    ColumnFetcher(Recording recording, bool growing, Callbacks callbacks);
    ~ColumnFetcher();

    /// @param topology of the store: whose indices the block shall have
    void fetchBlock(MetricId metric, std::string name, TickIndex first, EntitySlice slice, TopologyPtr topology);

private:
    struct BlockRequest
    {
        MetricId metric;
        std::string name;
        TickIndex first = 0;
        EntitySlice slice;
        TopologyPtr topology;
    };

    void work(const std::stop_token& stop);
    void answer(const BlockRequest& request);
    void lookForMore();
    [[nodiscard]] RecordedBlock read(MetricId ours, const BlockRequest& request);
    [[nodiscard]] static RecordedBlock mapped(const RecordedBlock& block, std::span<const std::uint32_t> indexOf,
                                              std::size_t width);
    void mapTo(const TopologyPtr& topology);

    Recording m_recording; ///< the worker's, as all up to the mutex
    const bool m_isGrowing;
    const Callbacks m_callbacks;
    TickRange m_told;
    TopologyPtr m_mappedFrom;
    TopologyPtr m_mappedTo;
    std::array<std::vector<std::uint32_t>, entityKindCount> m_indexOf; ///< the store's, by ours; empty: the same

    std::mutex m_mutex;
    std::condition_variable_any m_hasRequests;
    std::vector<BlockRequest> m_blocks; ///< guarded
    std::jthread m_worker; ///< last
};

} // namespace lockstep
