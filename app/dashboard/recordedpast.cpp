// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dashboard/recordedpast.h"

#include "models/core/metric.h"
#include "models/store/clustermodel.h"

#include <algorithm>

namespace lockstep {

namespace {

constexpr std::size_t columnBudget = std::size_t{384} << 20U;
constexpr std::size_t mostSpans = 4'000'000;
constexpr Duration chunk = std::chrono::seconds(2);
/// Spans that began that long before what is in view may reach into it. The first ones began before the first tick.
constexpr Duration reach = std::chrono::seconds(30);
constexpr std::int64_t mostChunks = 150; ///< either side of the cursor: from further away spans are not told apart
/// All views look again when blocks have come: once all have, or that often while more are on their way.
constexpr std::chrono::milliseconds tellInterval{80};
/// Columns go first: spans are fetched once the time has stood still that long.
constexpr std::chrono::milliseconds settleInterval{40};
/// A view has to be able to hold what it asks for in one frame.
constexpr std::size_t mostAsked = 2048;
/// As wide as the stripes that blocks of many entities are packed in (ColumnCodec).
constexpr std::uint32_t sliceWidth = 1024;

EntitySlice sliceOf(std::uint32_t part)
{
    return part == 0 ? EntitySlice{} : EntitySlice{(part - 1) * sliceWidth, sliceWidth};
}

} // namespace

RecordedPast::RecordedPast(Recording recording, bool isGrowing, ClusterModel& cluster, BatchQueue& queue,
                           QObject* parent)
    : QObject(parent),
      m_cluster(cluster),
      m_queue(queue),
      m_ticks(recording.ticks()),
      m_tellsPresence(recording.metrics().find(presenceMetric().name).isValid())
{
    m_teller.setSingleShot(true);
    connect(&m_teller, &QTimer::timeout, this, &RecordedPast::tell);
    m_settle.setSingleShot(true);
    m_settle.setInterval(settleInterval);
    connect(&m_settle, &QTimer::timeout, this, &RecordedPast::fetchHappenings);
    const auto onOurThread = [this](auto act) {
        QMetaObject::invokeMethod(this, std::move(act), Qt::QueuedConnection);
    };
    m_happenings
        = std::make_unique<HappeningsFetcher>(recording.path(), [this, onOurThread](FetchedHappenings fetched) {
              onOurThread([this, fetched = std::move(fetched)] { take(fetched); });
          });
    m_fetcher = std::make_unique<ColumnFetcher>(
        std::move(recording), isGrowing,
        ColumnFetcher::Callbacks{[this, onOurThread](FetchedBlock fetched) {
                                     onOurThread([this, fetched = std::move(fetched)] { take(fetched); });
                                 },
                                 [this, onOurThread](TickRange ticks) {
                                     onOurThread([this, ticks] { grow(ticks); });
                                 }});
}

RecordedPast::~RecordedPast() = default;

const RecordedBlock* RecordedPast::held(const Key& key) const
{
    const auto known = m_blocks.find(key);
    if (known == m_blocks.end())
        return nullptr;
    known->second.lastUse = ++m_uses;
    return known->second.block.get();
}

const RecordedBlock* RecordedPast::blockAt(MetricId metric, TickIndex tick, std::uint32_t part) const
{
    const TickIndex first = RecordedBlock::firstOf(tick);
    const Key key{metric.value, first, part};
    if (const RecordedBlock* const block = held(key))
        return block;
    if (m_asked.size() < mostAsked && m_asked.insert(key).second)
        m_fetcher->fetchBlock(
            metric, metric.isValid() ? m_cluster.store().metrics().descriptor(metric).name : presenceMetric().name,
            first, sliceOf(part), m_cluster.store().topology());
    return nullptr;
}

std::optional<std::span<const float>> RecordedPast::presence(TickIndex tick) const
{
    if (!m_tellsPresence)
        return std::nullopt;
    if (!m_ticks.contains(tick))
        return std::span<const float>();
    const RecordedBlock* const block = blockAt(MetricId{}, tick);
    return block ? std::optional(block->row(tick)) : std::nullopt;
}

std::span<const float> RecordedPast::column(MetricId metric, TickIndex tick) const
{
    const RecordedBlock* const block = blockAt(metric, tick);
    return block ? block->row(tick) : std::span<const float>();
}

/// One entity's series is not worth unpacking all others: what the view asks for are a few of thousands.
float RecordedPast::value(MetricId metric, std::uint32_t entity, TickIndex tick) const
{
    const RecordedBlock* block = held({metric.value, RecordedBlock::firstOf(tick), 0});
    std::uint32_t at = entity;
    if (block == nullptr) {
        block = blockAt(metric, tick, 1 + entity / sliceWidth);
        at = entity % sliceWidth;
    }
    const std::span<const float> row = block ? block->row(tick) : std::span<const float>();
    return at < row.size() ? row[at] : noData;
}

void RecordedPast::take(FetchedBlock fetched)
{
    const Key key{fetched.metric.value, fetched.first,
                  fetched.slice.isAll() ? 0 : 1 + fetched.slice.first / sliceWidth};
    m_asked.erase(key);
    Entry& entry = m_blocks[key];
    m_bytes -= entry.block ? entry.block->values.size() * sizeof(float) : 0;
    m_bytes += fetched.block->values.size() * sizeof(float);
    entry = {std::move(fetched.block), ++m_uses};
    const TickRange came{fetched.first, fetched.first + RecordedBlock::ticks};
    m_untold
        = m_untold.isEmpty() ? came : TickRange{std::min(m_untold.from, came.from), std::max(m_untold.to, came.to)};
    if (m_asked.empty())
        m_teller.start(0);
    else if (!m_teller.isActive())
        m_teller.start(tellInterval);
    fetchHappenings();
}

void RecordedPast::tell()
{
    trim();
    m_cluster.coldColumnsCame(std::exchange(m_untold, {}));
    Q_EMIT came();
}

void RecordedPast::trim()
{
    while (m_bytes > columnBudget && m_blocks.size() > 1) {
        const auto oldest
            = std::ranges::min_element(m_blocks, {}, [](const auto& each) { return each.second.lastUse; });
        m_bytes -= oldest->second.block->values.size() * sizeof(float);
        m_blocks.erase(oldest);
    }
}

void RecordedPast::grow(TickRange ticks)
{
    // What is at the end may have been fetched before it was full.
    const TickIndex unsettled = RecordedBlock::firstOf(m_ticks.to) - RecordedBlock::ticks;
    std::erase_if(m_blocks, [&](const auto& each) {
        const bool isUnsettled = each.first.first >= unsettled;
        m_bytes -= isUnsettled ? each.second.block->values.size() * sizeof(float) : 0;
        return isUnsettled;
    });
    m_ticks = ticks;
    Q_EMIT extentChanged();
}

void RecordedPast::showHappenings(TimeRange range, TimePoint cursor)
{
    m_inView = range;
    m_cursor = cursor;
    if (!m_settle.isActive())
        m_settle.start();
}

/// One at a time, so that what is wanted may change in between.
void RecordedPast::fetchHappenings()
{
    if (m_isFetching || m_settle.isActive() || !m_asked.empty())
        return;
    if (m_spans > mostSpans && !m_chunks.contains(tickIndexOf(m_cursor, chunk))) {
        m_chunks.clear();
        m_spans = 0;
        m_cluster.forgetHappenings();
    }
    const std::optional<std::int64_t> number = nearestMissingChunk();
    if (!number || m_spans > mostSpans)
        return;
    m_chunks.insert(*number);
    m_isFetching = true;
    m_happenings->fetch({timeOfTick(*number, chunk), timeOfTick(*number + 1, chunk)});
}

std::optional<std::int64_t> RecordedPast::nearestMissingChunk() const
{
    const std::int64_t here = tickIndexOf(m_cursor, chunk);
    const std::int64_t first = std::min(tickIndexOf(m_inView.from - reach, chunk), here);
    const std::int64_t last = std::max(tickIndexOf(m_inView.to, chunk), here);
    const TimeRange held{timeOfTick(m_ticks.from, m_cluster.store().tickPeriod()),
                         timeOfTick(m_ticks.to, m_cluster.store().tickPeriod())};
    const std::int64_t firstHeld = std::max(first, tickIndexOf(held.from - reach, chunk));
    const std::int64_t lastHeld = std::min(last, tickIndexOf(held.to, chunk));
    for (std::int64_t away = 0; away <= mostChunks; ++away) {
        for (const std::int64_t number : {here - away, here + away}) {
            if (number >= firstHeld && number <= lastHeld && !m_chunks.contains(number))
                return number;
        }
    }
    return std::nullopt;
}

void RecordedPast::take(FetchedHappenings fetched)
{
    m_isFetching = false;
    m_spans += fetched.spans;
    for (BatchPtr& batch : fetched.batches)
        m_queue.push(std::move(batch));
    fetchHappenings();
}

} // namespace lockstep
