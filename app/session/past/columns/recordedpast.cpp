// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/past/columns/recordedpast.h"

#include "app/session/past/readers/columnreader.h"
#include "app/session/past/results/resultcolumns.h"
#include "datasources/recording/recordedrows.h"
#include "models/core/metric.h"
#include "models/store/clustermodel.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <utility>

namespace lockstep {

namespace {

constexpr std::uint64_t everyRow = ~std::uint64_t{0};
/// A view of one moment reads at most this many ticks of a metric around the cursor; more means a view of the window.
constexpr std::size_t maxTicksOfAMoment = 12;
/// Longer windows are not prefetched as a whole.
constexpr std::int64_t maxBlocks = 12;

constexpr std::size_t columnBudget = std::size_t{384} << 20U;
/// Views are updated when all requested columns have arrived, or at this interval until then.
constexpr std::chrono::milliseconds reportInterval{80};
/// How long the window may wait for complete data before it moves anyway.
constexpr std::chrono::milliseconds timeout{150};
/// Must hold what one view requests in one frame.
constexpr std::size_t maxAsked = 2048;
/// Threads that unpack visible data, while the window waits for it.
constexpr std::size_t readersOfWhole = 2;
constexpr std::uint64_t allRows = ~std::uint64_t{0};

/// One tick of a block.
constexpr std::uint64_t bitOf(TickIndex row)
{
    return std::uint64_t{1} << static_cast<std::uint64_t>(row);
}

/// The shortest range that contains both.
TickRange united(TickRange a, TickRange b)
{
    return a.isEmpty() ? b : TickRange{std::min(a.from, b.from), std::max(a.to, b.to)};
}

template <class Act>
void forEachRow(std::uint64_t rows, Act&& act)
{
    for (; rows != 0; rows &= rows - 1)
        act(TickIndex{std::countr_zero(rows)});
}

} // namespace

void PrefetchPredictor::noteRow(MetricId metric, TickIndex tick)
{
    std::set<TickIndex>& ticks = m_now.rows[metric];
    if (ticks.size() <= maxTicksOfAMoment)
        ticks.insert(tick - m_cursor);
}

void PrefetchPredictor::add(WantedRows& requests, MetricId metric, TickIndex tick)
{
    const TickIndex first = RecordedBlock::firstOf(tick);
    std::uint64_t& rows = requests[{metric, first, 0}];
    rows |= std::uint64_t{1} << static_cast<std::uint64_t>(tick - first);
    if (std::popcount(rows) > fewRows)
        rows = everyRow;
}

void PrefetchPredictor::addPattern(const AccessPattern& pattern, const TimeWindow::Place& place, TickRange held,
                                   WantedRows& requests) const
{
    const TickIndex cursor = tickIndexOf(place.cursor, m_tickPeriod);
    const TickIndex from = std::max(tickIndexOf(place.range.from, m_tickPeriod), held.from);
    const TickIndex to = std::min(tickIndexOf(place.range.to, m_tickPeriod) + 1, held.to);
    const TickIndex firstBlock = RecordedBlock::firstOf(from);
    const bool isShort = to - firstBlock <= maxBlocks * RecordedBlock::ticks;
    for (const auto& [metric, ticks] : pattern.rows) {
        if (ticks.size() <= maxTicksOfAMoment) {
            for (const TickIndex offset : ticks) {
                if (held.contains(cursor + offset))
                    add(requests, metric, cursor + offset);
            }
            continue;
        }
        for (TickIndex first = firstBlock; first < to && isShort; first += RecordedBlock::ticks)
            requests[{metric, first, 0}] = everyRow;
    }
    for (const ColumnKey& slice : pattern.slices) {
        for (TickIndex first = firstBlock; first < to && isShort; first += RecordedBlock::ticks)
            requests[{slice.metric, first, slice.part}] = everyRow;
    }
}

WantedRows PrefetchPredictor::rowsFor(const TimeWindow::Place& place, TickRange held) const
{
    WantedRows requests;
    addPattern(m_before, place, held, requests);
    addPattern(m_now, place, held, requests);
    return requests;
}

void PrefetchPredictor::arrive(const TimeWindow::Place& place)
{
    m_cursor = tickIndexOf(place.cursor, m_tickPeriod);
    // A place that was left before the views had read it says little about their needs.
    if (m_now.count() * 2 < m_before.count()) {
        m_before.rows.merge(m_now.rows);
        m_before.slices.merge(m_now.slices);
        m_now = {};
    } else {
        m_before = std::exchange(m_now, {});
    }
}

RecordedPast::RecordedPast(Recording recording, bool isGrowing, ClusterModel& cluster, QObject* parent)
    // A growing recording is read sparingly while other work is running.
    : RecordedPast(readersOf(std::move(recording), isGrowing ? 1 : readersOfWhole), isGrowing, cluster, parent)
{ }

RecordedPast::RecordedPast(PastReaders readers, bool isGrowing, ClusterModel& cluster, QObject* parent)
    : QObject(parent),
      m_cluster(cluster),
      m_ticks(readers.front()->ticks()),
      m_pauses(readers.front()->pauses()),
      m_summarised(readers.front()->summarised()),
      m_cache(columnBudget),
      m_predictor(cluster.store().tickPeriod()),
      m_extentMetrics(readers.front()->extentMetrics()),
      m_tellsPresence(readers.front()->reportsPresence())
{
    for (QTimer* timer : {&m_notifyTimer, &m_timeoutTimer, &m_requestTimer})
        timer->setSingleShot(true);
    m_timeoutTimer.setInterval(timeout);
    m_requestTimer.setInterval(0);
    connect(&m_notifyTimer, &QTimer::timeout, this, [this] {
        Q_EMIT came();
        notifyCluster();
    });
    connect(&m_timeoutTimer, &QTimer::timeout, this, &RecordedPast::finishPreparing);
    connect(&m_requestTimer, &QTimer::timeout, this, &RecordedPast::order);
    const auto onOurThread = [this](auto act) {
        QMetaObject::invokeMethod(this, std::move(act), Qt::QueuedConnection);
    };
    ColumnFetcher::Callbacks callbacks;
    callbacks.block = [this, onOurThread](FetchedBlock fetched) {
        onOurThread([this, fetched = std::move(fetched)] { take(fetched); });
    };
    callbacks.row = [this, onOurThread](FetchedRow fetched) {
        onOurThread([this, fetched = std::move(fetched)] { take(fetched); });
    };
    callbacks.extents = [this, onOurThread](const CoarseKey& key, CoarsePieces::Extents extents) {
        onOurThread([this, key, extents = std::move(extents)] { take(key, extents); });
    };
    callbacks.sheet = [this, onOurThread](const SheetKey& key, CoarseSheets::Values values) {
        onOurThread([this, key, values = std::move(values)] { take(key, values); });
    };
    callbacks.extent
        = [this, onOurThread](TickRange ticks, std::vector<TickRange> pauses, std::vector<SummarisedRange> summarised) {
              onOurThread([this, ticks, pauses = std::move(pauses), summarised = std::move(summarised)] {
                  grow(ticks, pauses, summarised);
              });
          };
    m_fetcher = std::make_unique<ColumnFetcher>(std::move(readers), isGrowing, std::move(callbacks));
}

RecordedPast::~RecordedPast() = default;

void RecordedPast::request(const ColumnKey& key, std::uint64_t rows) const
{
    if (m_wanted.size() >= maxAsked)
        return;
    m_wanted[key] |= rows;
    if (!m_requestTimer.isActive())
        m_requestTimer.start();
}

void RecordedPast::requestRow(MetricId metric, TickIndex tick) const
{
    request({metric, RecordedBlock::firstOf(tick), 0}, bitOf(tick - RecordedBlock::firstOf(tick)));
}

std::optional<std::span<const float>> RecordedPast::presence(TickIndex tick) const
{
    if (!m_tellsPresence)
        return std::nullopt;
    if (!m_ticks.contains(tick))
        return std::span<const float>();
    m_predictor.noteRow(MetricId{}, tick);
    const auto row = m_cache.row(MetricId{}, tick);
    if (!row)
        requestRow(MetricId{}, tick);
    return row;
}

std::span<const float> RecordedPast::column(MetricId metric, TickIndex tick) const
{
    if (const auto found = m_results ? m_results->column(metric, tick) : std::span<const float>(); !found.empty())
        return found;
    if (!m_ticks.contains(tick))
        return {};
    m_predictor.noteRow(metric, tick);
    if (const auto row = m_cache.row(metric, tick))
        return *row;
    requestRow(metric, tick);
    return {};
}

/// Reads only the slice with this entity: unpacking thousands for one series would be wasteful.
float RecordedPast::value(MetricId metric, std::uint32_t entity, TickIndex tick) const
{
    if (m_results && !m_results->column(metric, tick).empty())
        return m_results->value(metric, entity, tick);
    const TickIndex first = RecordedBlock::firstOf(tick);
    const std::uint32_t part = ColumnKey::partOf(entity);
    m_predictor.noteSlice(metric, part);
    if (const auto whole = m_cache.row(metric, tick))
        return entity < whole->size() ? (*whole)[entity] : noData;
    const RecordedBlock* block = m_cache.block({metric, first, 0});
    std::uint32_t at = entity;
    if (block == nullptr) {
        block = m_cache.block({metric, first, part});
        at = entity % ColumnKey::sliceWidth;
    }
    if (block == nullptr)
        request({metric, first, part}, allRows);
    const std::span<const float> row = block ? block->row(tick) : std::span<const float>();
    return at < row.size() ? row[at] : noData;
}

/// Long ranges are drawn from minima and maxima, which the past provides without unpacking everything.
bool RecordedPast::isCoarse(MetricId metric, TickRange range) const
{
    return range.length() > CoarsePieces::longestFine && (hasExtents(metric) || summaryStep(range) > Duration{});
}

Duration RecordedPast::summaryStep(TickRange range) const
{
    Duration step{};
    for (const SummarisedRange& each : m_summarised) {
        if (each.ticks.from < range.to && range.from < each.ticks.to)
            step = std::max(step, each.step);
    }
    return step;
}

bool RecordedPast::hasExtents(MetricId metric) const
{
    return !m_extentMetrics.empty() && metric.isValid()
        && m_extentMetrics.contains(m_cluster.store().metrics().descriptor(metric).name);
}

std::optional<std::span<const float>> RecordedPast::extremes(MetricId metric, TickRange ticks, Extreme extreme) const
{
    // Where there are tiers, they cover nearly all of the past, which is much cheaper than reading each tick.
    const auto isAsLong = [&](const SummarisedRange& each) {
        return ticks.length() * m_cluster.store().tickPeriod() >= each.step;
    };
    const bool isSummary = summaryStep(ticks) > Duration{} || std::ranges::any_of(m_summarised, isAsLong);
    if (!isSummary && (ticks.length() < CoarseSheets::shortestStep || !hasExtents(metric)))
        return std::nullopt;
    if (ticks.to <= m_ticks.from || ticks.from >= m_ticks.to)
        return std::span<const float>();
    const ClusterStore& store = m_cluster.store();
    const std::size_t entities = store.topology()->count(store.metrics().descriptor(metric).entityKind);
    const std::span<const float> step = m_sheets.step(metric, ticks, extreme, entities);
    if (m_sheets.hasWanted() && !m_requestTimer.isActive())
        m_requestTimer.start();
    return step;
}

void RecordedPast::addSeries(MetricId metric, std::uint32_t entity, TickRange part, bool isCoarse, TickRange range,
                             std::vector<float>& out) const
{
    if (part.isEmpty())
        return;
    std::vector<float> values(static_cast<std::size_t>(part.length()), noData);
    if (isCoarse)
        m_coarse.fill(metric, entity, part, values);
    else
        ColdColumns::series(metric, entity, part, values);
    std::ranges::copy(values, out.begin() + static_cast<std::ptrdiff_t>(part.from - range.from));
}

void RecordedPast::series(MetricId metric, std::uint32_t entity, TickRange range, std::vector<float>& out) const
{
    const TickRange held{std::max(range.from, m_ticks.from), std::min(range.to, m_ticks.to)};
    out.assign(static_cast<std::size_t>(range.length()), noData);
    TickIndex done = held.from;
    if (isCoarse(metric, held)) {
        addSeries(metric, entity, held, true, range, out);
        done = held.to;
    }
    for (const SummarisedRange& each : m_summarised) {
        const TickRange part{std::max(each.ticks.from, done), std::min(each.ticks.to, held.to)};
        if (part.isEmpty())
            continue;
        addSeries(metric, entity, {done, part.from}, false, range, out);
        addSeries(metric, entity, part, true, range, out);
        done = part.to;
    }
    addSeries(metric, entity, {done, held.to}, false, range, out);
    if (m_coarse.hasWanted() && !m_requestTimer.isActive())
        m_requestTimer.start();
}

void RecordedPast::orderCoarse(std::vector<ColumnRequest>& requests)
{
    const ClusterStore& store = m_cluster.store();
    for (const CoarseKey& key : m_coarse.takeWanted())
        requests.push_back(
            {key.metric, store.metrics().descriptor(key.metric).name, key.first, 0, {}, store.topology(), key});
    for (const SheetKey& key : m_sheets.takeWanted())
        requests.push_back({key.metric,
                            store.metrics().descriptor(key.metric).name,
                            key.first,
                            0,
                            {},
                            store.topology(),
                            std::nullopt,
                            key});
}

void RecordedPast::take(const CoarseKey& key, CoarsePieces::Extents extents)
{
    m_coarse.put(key, std::move(extents));
    reportSoon({key.first, key.first + key.step * static_cast<TickIndex>(CoarsePieces::steps)});
}

void RecordedPast::take(const SheetKey& key, CoarseSheets::Values values)
{
    m_sheets.put(key, std::move(values));
    reportSoon(key.ticks());
}

void RecordedPast::reportSoon(TickRange ticks)
{
    m_pending = united(m_pending, ticks);
    if (m_coarse.waiting() + m_sheets.waiting() == 0)
        m_notifyTimer.start(0);
    else if (!m_notifyTimer.isActive())
        m_notifyTimer.start(reportInterval);
}

Availability RecordedPast::available(MetricId metric, TickRange range) const
{
    const ColumnKey from{metric, RecordedBlock::firstOf(range.from), 0};
    const auto isMeant = [&](const ColumnKey& key) {
        return key.metric == metric && key.first < range.to;
    };
    const auto requested = m_wanted.lower_bound(from);
    const auto asked = m_asked.lower_bound({from, std::nullopt});
    const bool isPending
        = (requested != m_wanted.end() && isMeant(requested->first)) || (asked != m_asked.end() && isMeant(asked->key));
    const bool mayBeCoarse = isCoarse(metric, range) || summaryStep(range) > Duration{};
    const bool isCoarsePending = (mayBeCoarse && m_coarse.isPending(metric)) || m_sheets.isPending(metric);
    return isPending || isCoarsePending ? Availability::Pending : ColdColumns::available(metric, range);
}

/// A view that reads successive ticks will read the following ones too.
bool RecordedPast::isWorthBlock(const ColumnKey& key, std::uint64_t rows) const
{
    if (key.part != 0)
        return true;
    const int missing = std::popcount(missingRows(key, rows));
    return missing > 0 && missing + m_cache.rowsAlone(key.metric, key.first) > PrefetchPredictor::fewRows;
}

/// The ticks among these that are not cached.
std::uint64_t RecordedPast::missingRows(const ColumnKey& key, std::uint64_t rows) const
{
    std::uint64_t missing = 0;
    forEachRow(rows, [&](TickIndex row) { missing |= m_cache.row(key.metric, key.first + row) ? 0 : bitOf(row); });
    return missing;
}

std::optional<ColumnRequest> RecordedPast::requestFor(const ColumnKey& key, std::uint64_t rows)
{
    if (m_cache.block(key) != nullptr || m_asked.contains({key, std::nullopt}) || m_asked.size() >= maxAsked)
        return std::nullopt;
    const bool isWhole = isWorthBlock(key, rows);
    std::uint64_t asked = 0;
    if (isWhole) {
        m_asked.insert({key, std::nullopt});
    } else {
        forEachRow(missingRows(key, rows), [&](TickIndex row) {
            asked |= m_asked.insert({key, key.first + row}).second ? bitOf(row) : 0;
        });
        if (asked == 0)
            return std::nullopt;
    }
    const ClusterStore& store = m_cluster.store();
    return ColumnRequest{
        key.metric,  key.metric.isValid() ? store.metrics().descriptor(key.metric).name : presenceMetric().name,
        key.first,   asked,
        key.slice(), store.topology()};
}

void RecordedPast::order()
{
    m_requestTimer.stop();
    std::vector<ColumnRequest> requests;
    for (const auto& [key, rows] : std::exchange(m_wanted, {})) {
        if (auto request = requestFor(key, rows))
            requests.push_back(std::move(*request));
    }
    orderCoarse(requests);
    if (!requests.empty())
        m_fetcher->fetch(std::move(requests));
}

/// Data that is also in memory need not be fetched.
TickRange RecordedPast::ticksOnDiskAlone() const
{
    const TickRange hot = m_cluster.store().ticksInMemory();
    return hot.isEmpty() ? m_ticks : TickRange{m_ticks.from, std::min(m_ticks.to, hot.from)};
}

bool RecordedPast::prepare(const TimeWindow::Place& place)
{
    for (const auto& [key, rows] : m_predictor.rowsFor(place, ticksOnDiskAlone())) {
        // Views would show gaps until it arrives.
        m_wanted[key] |= rows;
        const bool isWhole = isWorthBlock(key, rows);
        if (isWhole && m_cache.block(key) == nullptr)
            m_awaited.insert({key, std::nullopt});
        forEachRow(isWhole ? 0 : missingRows(key, rows), [&](TickIndex row) {
            m_awaited.insert({key, key.first + row});
        });
    }
    order();
    if (m_awaited.empty())
        return true;
    m_timeoutTimer.start();
    return false;
}

void RecordedPast::finishPreparing()
{
    m_timeoutTimer.stop();
    m_awaited.clear();
    Q_EMIT prepared();
}

void RecordedPast::take(FetchedBlock fetched)
{
    const ColumnKey key = ColumnKey::of(fetched);
    const TickRange ticks{fetched.first, fetched.first + RecordedBlock::ticks};
    if (m_outdated.erase({key, std::nullopt}) == 0 && fetched.block)
        m_cache.put(std::move(fetched));
    markFetched({key, std::nullopt}, ticks);
}

void RecordedPast::take(FetchedRow fetched)
{
    const TickIndex tick = fetched.tick;
    const ColumnKey key{fetched.metric, RecordedBlock::firstOf(tick), 0};
    if (m_outdated.erase({key, tick}) == 0 && fetched.values)
        m_cache.put(std::move(fetched));
    markFetched({key, tick}, {tick, tick + 1});
}

void RecordedPast::markFetched(const Asked& asked, TickRange ticks)
{
    m_asked.erase(asked);
    m_pending = united(m_pending, ticks);
    const bool wasAwaited = !m_awaited.empty();
    if (!asked.tick) // a block brings all its ticks
        m_awaited.erase(m_awaited.lower_bound(asked), m_awaited.upper_bound({asked.key, m_ticks.to}));
    m_awaited.erase(asked);
    if (wasAwaited && m_awaited.empty()) {
        finishPreparing();
    } else if (m_awaited.empty()) {
        if (m_asked.empty())
            m_notifyTimer.start(0);
        else if (!m_notifyTimer.isActive())
            m_notifyTimer.start(reportInterval);
    }
}

void RecordedPast::notifyCluster()
{
    m_notifyTimer.stop();
    m_cache.trim();
    m_cluster.coldColumnsCame(std::exchange(m_pending, {}));
}

void RecordedPast::refetch()
{
    m_outdated = m_asked;
    m_cache.forgetFrom(std::numeric_limits<TickIndex>::min());
    m_coarse.renewFrom(m_ticks.from);
    m_pending = united(m_pending, m_ticks);
    m_notifyTimer.start(0);
}

void RecordedPast::grow(TickRange ticks, const std::vector<TickRange>& pauses,
                        const std::vector<SummarisedRange>& summarised)
{
    // The last block may have been fetched before it was full.
    m_cache.forgetFrom(RecordedBlock::firstOf(m_ticks.to) - RecordedBlock::ticks);
    m_coarse.renewFrom(m_ticks.to);
    m_sheets.renewFrom(m_ticks.to, ticks.to);
    // Views have painted data as missing that was neither in memory nor on disk when they read it.
    const TickRange hot = m_cluster.store().ticksInMemory();
    const TickRange added{m_ticks.isEmpty() ? ticks.from : m_ticks.to,
                          hot.isEmpty() ? ticks.to : std::min(ticks.to, hot.from)};
    m_ticks = ticks;
    m_pauses = pauses;
    m_summarised = summarised;
    if (!added.isEmpty()) {
        m_pending = united(m_pending, added);
        m_notifyTimer.start(0);
    }
    Q_EMIT extentChanged();
}

} // namespace lockstep

#include "moc_recordedpast.cpp"
