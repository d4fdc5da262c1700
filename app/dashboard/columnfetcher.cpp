// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dashboard/columnfetcher.h"

#include "models/core/topologymatch.h"

#include <algorithm>
#include <chrono>

namespace lockstep {

namespace {

constexpr std::chrono::seconds growthInterval{2};
/// Requests beyond that were for what scrolled by long ago.
constexpr std::size_t mostWaiting = 4096;
constexpr std::uint32_t nowhere = 0xFFFFFFFF;

} // namespace

ColumnFetcher::ColumnFetcher(Recording recording, bool growing, Callbacks callbacks)
    : m_recording(std::move(recording)), m_isGrowing(growing), m_callbacks(std::move(callbacks))
{
    m_worker = std::jthread([this](const std::stop_token& stop) { work(stop); });
}

ColumnFetcher::~ColumnFetcher() = default;

void ColumnFetcher::fetchBlock(MetricId metric, std::string name, TickIndex first, EntitySlice slice,
                               TopologyPtr topology)
{
    const std::scoped_lock lock(m_mutex);
    m_blocks.push_back({metric, std::move(name), first, slice, std::move(topology)});
    if (m_blocks.size() > mostWaiting)
        m_blocks.erase(m_blocks.begin());
    m_hasRequests.notify_one();
}

void ColumnFetcher::work(const std::stop_token& stop)
{
    auto nextLook = std::chrono::steady_clock::now();
    std::unique_lock lock(m_mutex);
    while (!stop.stop_requested()) {
        m_hasRequests.wait_until(lock, stop, nextLook, [this] { return !m_blocks.empty(); });
        if (stop.stop_requested())
            return;
        if (std::chrono::steady_clock::now() >= nextLook) {
            lock.unlock();
            lookForMore();
            nextLook = std::chrono::steady_clock::now() + (m_isGrowing ? growthInterval : std::chrono::hours(1));
            lock.lock();
        }
        if (!m_blocks.empty()) {
            const BlockRequest request = std::move(m_blocks.back());
            m_blocks.pop_back();
            lock.unlock();
            answer(request);
            lock.lock();
        }
    }
}

void ColumnFetcher::lookForMore()
{
    // What cannot be read now is tried again; what was read stays.
    if (m_isGrowing && !m_recording.refresh().isOk())
        return;
    if (m_told != m_recording.ticks()) {
        m_told = m_recording.ticks();
        m_callbacks.extent(m_told);
    }
}

void ColumnFetcher::answer(const BlockRequest& request)
{
    RecordedBlock block;
    if (const MetricId metric = m_recording.metrics().find(request.name); metric.isValid())
        block = read(metric, request);
    block.first = request.first;
    m_callbacks.block(
        {request.metric, request.first, request.slice, std::make_shared<const RecordedBlock>(std::move(block))});
}

void ColumnFetcher::mapTo(const TopologyPtr& topology)
{
    const TopologyPtr& own = m_recording.topology();
    if (m_mappedTo == topology && m_mappedFrom == own)
        return;
    m_mappedTo = topology;
    m_mappedFrom = own;
    for (std::size_t kind = 0; kind < entityKindCount; ++kind) {
        std::vector<std::uint32_t> indices(own->count(static_cast<EntityKind>(kind)));
        bool isSame = true;
        for (std::uint32_t index = 0; index < indices.size(); ++index) {
            indices[index] = counterpart(*own, {static_cast<EntityKind>(kind), index}, *topology).index;
            isSame = isSame && indices[index] == index;
        }
        m_indexOf[kind] = isSame ? std::vector<std::uint32_t>() : std::move(indices);
    }
}

RecordedBlock ColumnFetcher::read(MetricId ours, const BlockRequest& request)
{
    if (!request.topology)
        return m_recording.block(ours, request.first, request.slice);
    mapTo(request.topology);
    const EntityKind kind = m_recording.metrics().descriptor(ours).entityKind;
    const std::vector<std::uint32_t>& indexOf = m_indexOf[static_cast<std::size_t>(kind)];
    if (indexOf.empty())
        return m_recording.block(ours, request.first, request.slice);
    const RecordedBlock whole = mapped(m_recording.block(ours, request.first), indexOf, request.topology->count(kind));
    return request.slice.isAll() ? whole : whole.sliced(request.slice);
}

RecordedBlock ColumnFetcher::mapped(const RecordedBlock& block, std::span<const std::uint32_t> indexOf,
                                    std::size_t width)
{
    RecordedBlock mapped;
    mapped.first = block.first;
    mapped.widen(static_cast<std::uint32_t>(width));
    for (TickIndex tick = block.first; tick < block.first + RecordedBlock::ticks; ++tick) {
        const std::span<const float> row = block.row(tick);
        for (std::uint32_t index = 0; index < std::min(row.size(), indexOf.size()); ++index) {
            if (indexOf[index] != nowhere && indexOf[index] < mapped.width)
                mapped.put(tick, indexOf[index], row.subspan(index, 1));
        }
    }
    return mapped;
}

} // namespace lockstep
