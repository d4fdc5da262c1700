// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/past/columns/columncache.h"

#include "models/core/work/workpace.h"

#include <algorithm>
#include <bit>
#include <chrono>
#include <iterator>

namespace lockstep {

namespace {

/// Interval for checking for newly written data; longer if many entities make it expensive.
constexpr WorkLimits refreshLimits{50, std::chrono::seconds(2)};
/// Requests beyond this number are dropped, oldest first, because their data is no longer in view.
constexpr std::size_t maxWaiting = 4096;

void add(std::vector<ColumnRequest>& queue, ColumnRequest request)
{
    queue.push_back(std::move(request));
    if (queue.size() > maxWaiting)
        queue.erase(queue.begin());
}

} // namespace

ColumnFetcher::ColumnFetcher(PastReaders readers, bool growing, Callbacks callbacks)
    : m_callbacks(std::move(callbacks)), m_readers(std::move(readers))
{
    for (const std::unique_ptr<PastReader>& reader : m_readers)
        m_workers.emplace_back([this, &reader = *reader, growing](const std::stop_token& stop) {
            reader.stopWith(stop);
            growing ? follow(stop, reader) : work(stop, reader);
        });
}

ColumnFetcher::~ColumnFetcher() = default;

void ColumnFetcher::fetch(std::vector<ColumnRequest> requests)
{
    const std::scoped_lock lock(m_mutex);
    for (ColumnRequest& request : requests)
        add(request.rows != 0 ? m_rows : m_blocks, std::move(request));
    m_hasRequests.notify_all();
}

void ColumnFetcher::work(const std::stop_token& stop, PastReader& reader)
{
    std::unique_lock lock(m_mutex);
    while (m_hasRequests.wait(lock, stop, [this] { return hasRequests(); }) && !stop.stop_requested())
        answerOne(lock, reader);
}

/// The same, and looks for new data periodically.
void ColumnFetcher::follow(const std::stop_token& stop, PastReader& reader)
{
    TickRange reported;
    WorkPace pace(refreshLimits);
    auto nextRefresh = std::chrono::steady_clock::now();
    std::unique_lock lock(m_mutex);
    while (!stop.stop_requested()) {
        m_hasRequests.wait_until(lock, stop, nextRefresh, [this] { return hasRequests(); });
        if (!stop.stop_requested() && std::chrono::steady_clock::now() >= nextRefresh) {
            lock.unlock();
            pace.begin(std::chrono::steady_clock::now());
            if (reader.refresh().isOk() && reported != reader.ticks()) {
                reported = reader.ticks();
                m_callbacks.extent(reported, reader.pauses(), reader.summarised());
            }
            const auto now = std::chrono::steady_clock::now();
            pace.end(now);
            nextRefresh = now + pace.wait(now);
            lock.lock();
        }
        if (!stop.stop_requested() && hasRequests())
            answerOne(lock, reader);
    }
}

void ColumnFetcher::answerOne(std::unique_lock<std::mutex>& lock, PastReader& reader)
{
    std::vector<ColumnRequest>& queue = m_rows.empty() ? m_blocks : m_rows;
    const ColumnRequest request = std::move(queue.back());
    queue.pop_back();
    lock.unlock();
    answer(request, reader);
    lock.lock();
}

void ColumnFetcher::answer(const ColumnRequest& request, PastReader& reader) const
{
    if (request.coarse) {
        const CoarseKey& key = *request.coarse;
        auto extents = std::make_shared<const std::vector<float>>(
            reader.extents(request.name, key.entity, key.first, key.step, CoarsePieces::steps, request.topology));
        return m_callbacks.extents(key, reader.takeFailure() ? nullptr : std::move(extents));
    }
    if (request.sheet) {
        auto values
            = std::make_shared<const std::vector<float>>(reader.sheet(request.name, *request.sheet, request.topology));
        return m_callbacks.sheet(*request.sheet, reader.takeFailure() ? nullptr : std::move(values));
    }
    for (std::uint64_t left = request.rows; left != 0; left &= left - 1) {
        const TickIndex tick = request.first + std::countr_zero(left);
        auto row = std::make_shared<const std::vector<float>>(reader.row(request.name, tick, request.topology));
        m_callbacks.row({request.metric, tick, reader.takeFailure() ? nullptr : std::move(row)});
    }
    if (request.rows != 0)
        return;
    auto block = std::make_shared<const RecordedBlock>(
        reader.block(request.name, request.first, request.slice, request.topology));
    m_callbacks.block(
        {request.metric, request.first, request.slice, reader.takeFailure() ? nullptr : std::move(block)});
}

void ColumnCache::put(FetchedBlock block)
{
    Block& entry = m_blocks[ColumnKey::of(block)];
    remove(entry.values ? entry.values->values.size() : 0);
    add(block.block->values.size());
    entry = {std::move(block.block), ++m_uses};
}

void ColumnCache::put(FetchedRow row)
{
    Row& entry = m_rows[{row.metric, row.tick}];
    remove(entry.values ? entry.values->size() : 0);
    add(row.values->size());
    entry = {std::move(row.values), ++m_uses};
}

const RecordedBlock* ColumnCache::block(const ColumnKey& key) const
{
    const auto known = m_blocks.find(key);
    if (known == m_blocks.end())
        return nullptr;
    known->second.lastUse = ++m_uses;
    return known->second.values.get();
}

std::optional<std::span<const float>> ColumnCache::row(MetricId metric, TickIndex tick) const
{
    if (const RecordedBlock* const whole = block({metric, RecordedBlock::firstOf(tick), 0}))
        return whole->row(tick);
    const auto known = m_rows.find({metric, tick});
    if (known == m_rows.end())
        return std::nullopt;
    known->second.lastUse = ++m_uses;
    return std::span(*known->second.values);
}

int ColumnCache::rowsAlone(MetricId metric, TickIndex first) const
{
    const auto from = m_rows.lower_bound({metric, first});
    const auto to = m_rows.lower_bound({metric, first + RecordedBlock::ticks});
    return static_cast<int>(std::distance(from, to));
}

void ColumnCache::forgetFrom(TickIndex first)
{
    std::erase_if(m_blocks, [&](const auto& each) {
        const bool goes = each.first.first >= first;
        remove(goes ? each.second.values->values.size() : 0);
        return goes;
    });
    std::erase_if(m_rows, [&](const auto& each) {
        const bool goes = each.first.second >= first;
        remove(goes ? each.second.values->size() : 0);
        return goes;
    });
}

void ColumnCache::trim()
{
    const auto lastUse = [](const auto& each) {
        return each.second.lastUse;
    };
    while (m_bytes > m_budgetBytes && m_blocks.size() + m_rows.size() > 1) {
        const auto block = std::ranges::min_element(m_blocks, {}, lastUse);
        const auto row = std::ranges::min_element(m_rows, {}, lastUse);
        const bool isBlock
            = row == m_rows.end() || (block != m_blocks.end() && block->second.lastUse < row->second.lastUse);
        if (isBlock) {
            remove(block->second.values->values.size());
            m_blocks.erase(block);
        } else {
            remove(row->second.values->size());
            m_rows.erase(row);
        }
    }
}

} // namespace lockstep
