// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/past/results/resultsatcursor.h"

#include "models/analysis/sync/live/throttlehistory.h"
#include "models/core/metrics/metricnames.h"
#include "models/core/topology/topologymatch.h"
#include "models/store/clustermodel.h"
#include "models/store/settledticks.h"
#include "models/view/cursorvalues.h"
#include "models/view/time/player.h"
#include "models/view/time/timewindow.h"

#include <algorithm>
#include <utility>

namespace lockstep {

namespace {

/// Maps a recording's name ids to those of the look-back, on demand.
class MetNames
{
public:
    MetNames(const NameTable& from, NameTable& to) : m_from(from), m_to(to), m_known(from.size()) { }

    NameId operator()(std::uint32_t name)
    {
        if (name >= m_known.size())
            return NameId{0};
        if (!m_known[name])
            m_known[name] = m_to.intern(m_from.name(NameId{name}));
        return *m_known[name];
    }
    std::uint16_t small(std::uint32_t name) { return static_cast<std::uint16_t>((*this)(name).value); }

private:
    const NameTable& m_from;
    NameTable& m_to;
    std::vector<std::optional<NameId>> m_known;
};

constexpr std::chrono::microseconds turn{500};
/// Spans arrive when they have ended; those of a slow node arrive some ticks late.
constexpr Duration settles = std::chrono::seconds(5);
constexpr std::chrono::milliseconds retryInterval{1000};
/// Results for a moment within this distance stay visible until new ones are ready.
constexpr Duration nearby = std::chrono::seconds(10);
/// Spans that ended up to this long before the first tick came with it.
constexpr Duration beforeTheFirst = std::chrono::seconds(10);
constexpr std::size_t maxKnown = 64;
constexpr std::size_t maxKnownBytes = std::size_t{96} << 20U;

std::size_t bytesOf(const MomentResults& results)
{
    std::size_t bytes = sizeof(MomentResults) + results.flows->size() * sizeof(CommunicatorFlow);
    for (const auto& job : results.sync->jobs) {
        bytes += job->steps.size() * job->lanes.size() * 3 * sizeof(float);
        bytes += job->lanes.size() * (sizeof(TimeClasses) + sizeof(TimeSpent) + sizeof(DriftEstimate));
        for (const auto& step : job->verdicts)
            bytes += step->size() * sizeof(WaitVerdict);
    }
    return bytes;
}

} // namespace

bool LookBackReader::complete(SpanLookBack& spans, TimePoint earliest, MomentSurroundings& around,
                              const std::stop_token& stop)
{
    Recording& recording = m_columns.recording();
    const bool isOpen = (m_isGrowing || !recording.topology()) ? recording.refresh().isOk() : true;
    if (!isOpen || !recording.topology()) {
        spans.finish();
        return false;
    }
    const TimePoint written = timeOfTick(recording.ticks().to, spans.tickPeriod());
    const bool isWritten = !m_isGrowing || spans.wanted().isEmpty() || spans.wanted().to <= written;
    while (!spans.wanted().isEmpty() && !stop.stop_requested()) {
        if (spans.wanted().to <= earliest)
            spans.finish();
        else
            addStretch(spans, around.topology);
    }
    if (around.lineRates.empty())
        around.lineRates
            = m_columns.row(metrics::port::rate, tickIndexOf(spans.end(), spans.tickPeriod()) - 1, around.topology);
    if (!stop.stop_requested())
        addThrottles(spans, around);
    return isWritten;
}

void LookBackReader::addStretch(SpanLookBack& spans, const TopologyPtr& topology)
{
    Recording& recording = m_columns.recording();
    // Include spans that end exactly at the beginning.
    const std::vector<RecordedSpan> read = recording.spans({spans.wanted().from - Duration(1), spans.wanted().to});
    MetNames names(recording.names(), spans.names());
    for (const RecordedSpan& each : read) {
        const EntityRef entity = entityOf(each.entity, topology);
        if (!entity.isValid() || !spans.wanted().contains(TimePoint(Duration(each.endNs))))
            continue;
        StoredSpan span;
        span.startNs = each.startNs;
        span.durationNs = each.endNs - each.startNs;
        span.bytes = each.bytes;
        span.sequence = static_cast<std::uint32_t>(each.sequence);
        span.step = each.step;
        span.kind = static_cast<std::uint64_t>(each.kind);
        span.op = names.small(each.op);
        span.communicator = names.small(each.communicator);
        span.job = names.small(each.job);
        spans.add(spans.laneOf(entity, names(each.lane)), each.rank, span);
    }
    spans.close();
}

EntityRef LookBackReader::entityOf(EntityRef recorded, const TopologyPtr& topology)
{
    const TopologyPtr& from = m_columns.recording().topology();
    if (from == topology)
        return recorded;
    if (m_mappedFrom != from || m_mappedTo != topology) {
        m_mappedFrom = from;
        m_mappedTo = topology;
        m_entities.clear();
    }
    const auto [known, isNew] = m_entities.try_emplace(recorded);
    if (isNew)
        known->second = counterpart(*from, recorded, *topology);
    return known->second;
}

void LookBackReader::addThrottles(const SpanLookBack& spans, MomentSurroundings& around)
{
    const TickIndex end = tickIndexOf(spans.end(), spans.tickPeriod());
    const TickIndex begin = std::max(tickIndexOf(spans.begin(), spans.tickPeriod()),
                                     end - static_cast<TickIndex>(ThrottleHistory::keptTicks));
    RecordedBlock block;
    block.first = end;
    for (TickIndex tick = begin; tick < end; ++tick) {
        if (std::ranges::find(around.throttles, tick, &SyncUpdate::Throttles::tick) != around.throttles.end())
            continue;
        if (block.first != RecordedBlock::firstOf(tick))
            block = m_columns.block(metrics::gpu::throttleReasons, RecordedBlock::firstOf(tick), {}, around.topology);
        if (const std::span<const float> row = block.row(tick); !row.empty())
            around.throttles.push_back({tick, {row.begin(), row.end()}});
    }
}

ResultsAtCursor::ResultsAtCursor(Feed feed, const ClusterModel& cluster, const TimeWindow& time, const Player& player,
                                 Targets targets, QObject* parent)
    : QObject(parent), m_feed(feed), m_cluster(cluster), m_time(time), m_player(player), m_targets(targets)
{
    m_again.setSingleShot(true);
    m_again.setInterval(retryInterval);
    connect(&m_again, &QTimer::timeout, this, &ResultsAtCursor::follow);
    connect(&m_turns, &QTimer::timeout, this, &ResultsAtCursor::gatherSome);
    connect(&time, &TimeWindow::cursorChanged, this, &ResultsAtCursor::follow);
    connect(&time, &TimeWindow::changed, this, &ResultsAtCursor::follow);
    connect(&player, &Player::changed, this, &ResultsAtCursor::follow);
    connect(&cluster, &ClusterModel::changed, this, &ResultsAtCursor::clusterChanged);
}

ResultsAtCursor::~ResultsAtCursor() = default;

void ResultsAtCursor::readFrom(Recording recording, bool isGrowing)
{
    resetReader();
    m_reader = std::make_shared<LookBackReader>(std::move(recording), isGrowing);
    m_reader->stopWith(m_worker.endToken());
}

void ResultsAtCursor::resetReader()
{
    forget();
    m_reader.reset();
}

/// Discards results that belong to other spans or IDs.
void ResultsAtCursor::forget()
{
    m_known.clear();
    m_shown.reset();
    m_ofView.reset();
    drop();
}

/// Discards unfinished work; freeing the copies takes time, too.
void ResultsAtCursor::drop()
{
    m_turns.stop();
    m_worker.cancel();
    if (m_gathering)
        m_worker.ask([dropped = std::exchange(m_gathering, nullptr)](const std::stop_token&) {});
}

void ResultsAtCursor::clusterChanged(const ChangeSet& changes)
{
    const ClusterStore& store = m_cluster.store();
    const bool isOutdated = changes.topology || (m_numbers && m_numbers->isOutdated(store.spans()));
    const bool isOfMemoryAlone = m_feed == Feed::File && !m_reader;
    m_news += changes.spans || changes.isFetched || isOutdated ? 1 : 0;
    if (isOutdated || (changes.spans && isOfMemoryAlone)) {
        m_known.clear();
        if (isOutdated)
            m_numbers.reset();
        for (std::optional<Known>* each : {&m_shown, &m_ofView}) {
            if (*each)
                (*each)->isFinal = false;
        }
    }
    if (m_wanted && !m_again.isActive())
        m_again.start();
}

void ResultsAtCursor::follow()
{
    const ClusterStore& store = m_cluster.store();
    if (store.ticks().isEmpty() || !store.topology() || (m_time.isFollowing() && m_feed == Feed::Live)) {
        m_wanted.reset();
        m_shown.reset();
        m_ofView.reset();
        drop();
        m_targets.sync.showNewest();
        m_targets.fabric.showNewest();
        return;
    }
    m_wanted = tickAt(store, m_time.cursor());
    if (const Known* there = known(*m_wanted))
        m_shown = *there;
    if (const Known* there = known(viewEnd()))
        m_ofView = *there;
    // During playback, finishes a computation instead of starting again for each tick.
    const auto next = nextToCompute();
    const bool isOther = m_gathering && m_gathering->tick != next && !m_player.isPlaying();
    if (next && (!m_gathering || isOther))
        begin(*next);
    showAvailable();
}

TickIndex ResultsAtCursor::viewEnd() const
{
    const ClusterStore& store = m_cluster.store();
    const TickIndex end = tickIndexOf(m_time.range().to - Duration(1), store.tickPeriod());
    return std::clamp(end, store.ticks().from, store.ticks().to - 1);
}

std::optional<TickIndex> ResultsAtCursor::nextToCompute() const
{
    const auto isKnown = [this](const std::optional<Known>& known, TickIndex tick) {
        return known && known->tick == tick && (known->isFinal || known->news == m_news);
    };
    if (!isKnown(m_shown, *m_wanted))
        return m_wanted;
    return m_player.isPlaying() || isKnown(m_ofView, viewEnd()) ? std::nullopt : std::optional(viewEnd());
}

void ResultsAtCursor::showAvailable()
{
    const Duration period = m_cluster.store().tickPeriod();
    const bool isThere = m_shown && m_shown->tick == *m_wanted;
    const bool isNear = m_shown && (m_player.isPlaying() || std::abs(m_shown->tick - *m_wanted) * period <= nearby);
    m_targets.sync.showOfView(m_ofView ? m_ofView->results.sync : nullptr);
    if (isThere || isNear) {
        m_targets.sync.show(m_shown->results.sync, !isThere);
        m_targets.fabric.show(m_shown->results.flows);
        return;
    }
    const TimePoint moment = timeOfTick(*m_wanted + 1, period);
    if (m_targets.sync.isComputing() && m_targets.sync.snapshot()->upTo == moment)
        return; // already reported
    auto nothing = std::make_shared<SyncSnapshot>();
    nothing->upTo = moment;
    m_targets.sync.show(std::move(nothing), true);
    m_targets.fabric.show(nullptr);
}

void ResultsAtCursor::begin(TickIndex tick)
{
    const ClusterStore& store = m_cluster.store();
    const Duration period = store.tickPeriod();
    if (!m_numbers || m_numbers->isOutdated(store.spans()))
        m_numbers = std::make_shared<const StoreNumbers>(store.spans());
    drop();
    m_gathering = std::make_shared<Gathering>(store.spans(), timeOfTick(tick + 1, period), period);
    m_gathering->tick = tick;
    m_gathering->news = m_news;
    m_gathering->isFinal = m_feed == Feed::File || (store.ticksInMemory().to - tick) * period > settles;
    m_gathering->earliest = timeOfTick(store.ticks().from, period) - beforeTheFirst;
    m_gathering->around.topology = store.topology();
    m_gathering->around.numbers = m_numbers;
    m_gathering->around.isComplete = m_feed == Feed::File && !m_reader && tick + 1 >= store.ticks().to;
    m_turns.start();
}

bool ResultsAtCursor::isInMemory(TimeRange stretch) const
{
    return m_feed == Feed::File ? m_reader == nullptr : stretch.from >= m_cluster.store().spansKeptSince();
}

void ResultsAtCursor::gatherSome()
{
    if (!m_gathering)
        return m_turns.stop();
    if (m_gathering->copy.isOutdated())
        return begin(m_gathering->tick);
    const auto deadline = std::chrono::steady_clock::now() + turn;
    if (gatherSpans(deadline) && gatherColumns(deadline)) {
        m_turns.stop();
        compute();
    }
}

bool ResultsAtCursor::gatherSpans(std::chrono::steady_clock::time_point deadline)
{
    Gathering& now = *m_gathering;
    while (!now.hasSpans) {
        const TimeRange stretch = now.spans.wanted();
        now.hasSpans = stretch.isEmpty() || stretch.to <= now.earliest || !isInMemory(stretch);
        if (now.hasSpans) {
            if (stretch.to <= now.earliest || !m_reader)
                now.spans.finish();
            now.nextColumn = tickIndexOf(now.spans.begin(), now.spans.tickPeriod());
            return true;
        }
        const auto left
            = std::chrono::duration_cast<std::chrono::microseconds>(deadline - std::chrono::steady_clock::now());
        if (left.count() <= 0 || !now.copy.copySome(left))
            return false;
    }
    return true;
}

/// For a file, columns are read from it.
bool ResultsAtCursor::gatherColumns(std::chrono::steady_clock::time_point deadline)
{
    const ClusterStore& store = m_cluster.store();
    if (m_feed == Feed::File)
        return true;
    Gathering& now = *m_gathering;
    const TickRange held = store.ticksInMemory();
    const MetricId metric = store.metrics().find(metrics::gpu::throttleReasons);
    for (; metric.isValid() && now.nextColumn <= now.tick; ++now.nextColumn) {
        if (std::chrono::steady_clock::now() > deadline)
            return false;
        if (!held.contains(now.nextColumn))
            continue;
        const std::span<const float> column = store.column(metric, now.nextColumn);
        if (!column.empty())
            now.around.throttles.push_back({now.nextColumn, {column.begin(), column.end()}});
    }
    if (held.contains(now.tick))
        now.around.lineRates = copyOfColumn(store, metrics::port::rate, now.tick);
    return true;
}

void ResultsAtCursor::compute()
{
    m_worker.ask([this, of = m_gathering, reader = m_reader](const std::stop_token& stop) {
        if (reader && !reader->complete(of->spans, of->earliest, of->around, stop))
            of->isFinal = false;
        if (stop.stop_requested())
            return;
        if (auto results = resultsAt(of->spans, of->around, stop)) {
            QMetaObject::invokeMethod(
                this, [this, of, results = std::move(*results)] { take(of, results); }, Qt::QueuedConnection);
        }
    });
}

void ResultsAtCursor::take(const std::shared_ptr<Gathering>& of, MomentResults results)
{
    if (of != m_gathering || !m_wanted)
        return; // superseded by another request
    m_gathering.reset();
    const bool isOutdated = of->around.numbers != m_numbers;
    const Known known{of->tick, std::move(results), of->isFinal && !isOutdated, of->news};
    if (known.isFinal)
        keep(known);
    else if (known.news != m_news && !m_again.isActive())
        m_again.start();
    if (known.tick == viewEnd())
        m_ofView = known;
    if (known.tick == *m_wanted || known.tick != viewEnd())
        m_shown = known;
    const auto next = nextToCompute();
    if (next && next != known.tick)
        begin(*next);
    showAvailable();
}

const ResultsAtCursor::Known* ResultsAtCursor::known(TickIndex tick) const
{
    const auto found = std::ranges::find(m_known, tick, &Known::tick);
    return found == m_known.end() ? nullptr : &*found;
}

void ResultsAtCursor::keep(Known known)
{
    std::erase_if(m_known, [&](const Known& each) { return each.tick == known.tick; });
    m_known.push_back(std::move(known));
    std::size_t bytes = 0;
    for (const Known& each : m_known)
        bytes += bytesOf(each.results);
    while (m_known.size() > 1 && (m_known.size() > maxKnown || bytes > maxKnownBytes)) {
        bytes -= bytesOf(m_known.front().results);
        m_known.pop_front();
    }
}

} // namespace lockstep

#include "moc_resultsatcursor.cpp"
