// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/past/columns/columnfetcher.h"

#include "models/core/work/workpace.h"

#include <bit>
#include <chrono>
#include <iterator>

namespace lockstep {

namespace {

/// Pace of looking for newly written data; slower if many entities make it expensive.
constexpr WorkLimits lookLimits{50, std::chrono::seconds(2)};
/// Older requests beyond this are for data no longer in view.
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
    WorkPace look(lookLimits);
    auto nextLook = std::chrono::steady_clock::now();
    std::unique_lock lock(m_mutex);
    while (!stop.stop_requested()) {
        m_hasRequests.wait_until(lock, stop, nextLook, [this] { return hasRequests(); });
        if (!stop.stop_requested() && std::chrono::steady_clock::now() >= nextLook) {
            lock.unlock();
            look.begin(std::chrono::steady_clock::now());
            if (reader.refresh().isOk() && reported != reader.ticks()) {
                reported = reader.ticks();
                m_callbacks.extent(reported, reader.pauses());
            }
            const auto now = std::chrono::steady_clock::now();
            look.end(now);
            nextLook = now + look.wait(now);
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

} // namespace lockstep
