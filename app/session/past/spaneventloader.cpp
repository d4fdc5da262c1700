// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/past/spaneventloader.h"

#include "models/core/batch.h"
#include "models/store/clustermodel.h"

#include <algorithm>

namespace lockstep {

namespace {

constexpr std::size_t maxRecordedSpans = 4'000'000;
constexpr Duration chunk = std::chrono::seconds(2);
/// Spans that began that long before what is in view may reach into it. The first ones began before the first tick.
constexpr Duration reach = std::chrono::seconds(30);
constexpr std::int64_t maxChunks = 150; ///< either side of the cursor: from further away spans are not told apart
constexpr std::size_t maxWaitingBatches = 4096; ///< batches in the queue, which drops what it has no room for
/// Columns go first: spans are fetched once the time has stood still that long.
constexpr std::chrono::milliseconds spanEventSettleInterval{40};

} // namespace

SpanEventLoader::SpanEventLoader(Recording recording, ClusterModel& cluster, BatchQueue& queue, QObject* parent)
    : QObject(parent),
      m_cluster(cluster),
      m_queue(queue),
      m_ticks(recording.ticks()),
      m_fetcher(std::move(recording), [this](FetchedSpansAndEvents fetched) {
          QMetaObject::invokeMethod(
              this, [this, fetched = std::move(fetched)] { take(fetched); }, Qt::QueuedConnection);
      })
{
    m_settle.setSingleShot(true);
    m_settle.setInterval(spanEventSettleInterval);
    connect(&m_settle, &QTimer::timeout, this, &SpanEventLoader::goOn);
}

void SpanEventLoader::show(TimeRange range, TimePoint cursor)
{
    m_inView = range;
    m_cursor = cursor;
    if (!m_settle.isActive())
        m_settle.start();
}

bool SpanEventLoader::has(TimePoint time) const
{
    return m_chunks.contains(tickIndexOf(time, chunk));
}

/// One at a time, so that what is wanted may change in between.
void SpanEventLoader::goOn()
{
    if (m_isFetching || m_settle.isActive())
        return;
    if ((m_isHeld && m_isHeld()) || m_queue.size() > maxWaitingBatches)
        return m_settle.start();
    if (m_spans > maxRecordedSpans && !has(m_cursor)) {
        m_chunks.clear();
        m_spans = 0;
        m_cluster.forgetSpansAndEvents();
    }
    const std::optional<std::int64_t> number = nearestMissingChunk();
    if (!number || m_spans > maxRecordedSpans)
        return;
    m_chunks.insert(*number);
    m_isFetching = true;
    m_fetcher.fetch({timeOfTick(*number, chunk), timeOfTick(*number + 1, chunk)});
}

std::optional<std::int64_t> SpanEventLoader::nearestMissingChunk() const
{
    const std::int64_t here = tickIndexOf(m_cursor, chunk);
    const std::int64_t first = std::min(tickIndexOf(m_inView.from - reach, chunk), here);
    const std::int64_t last = std::max(tickIndexOf(m_inView.to, chunk), here);
    const TimeRange held{timeOfTick(m_ticks.from, m_cluster.store().tickPeriod()),
                         timeOfTick(m_ticks.to, m_cluster.store().tickPeriod())};
    const std::int64_t firstHeld = std::max(first, tickIndexOf(held.from - reach, chunk));
    const std::int64_t lastHeld = std::min(last, tickIndexOf(held.to, chunk));
    for (std::int64_t away = 0; away <= maxChunks; ++away) {
        for (const std::int64_t number : {here - away, here + away}) {
            if (number >= firstHeld && number <= lastHeld && !m_chunks.contains(number))
                return number;
        }
    }
    return std::nullopt;
}

void SpanEventLoader::take(FetchedSpansAndEvents fetched)
{
    m_isFetching = false;
    m_spans += fetched.spans;
    for (BatchPtr& batch : fetched.batches)
        m_queue.push(std::move(batch));
    goOn();
}

} // namespace lockstep
