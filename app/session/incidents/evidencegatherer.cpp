// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/incidents/evidencegatherer.h"

#include "models/core/metrics/metricnames.h"
#include "models/core/textparts.h"
#include "models/core/topology/reporters.h"
#include "models/core/units.h"
#include "models/incidents/entityname.h"
#include "models/store/clustermodel.h"
#include "models/store/clusterstore.h"
#include "models/store/events/eventlog.h"

#include <QTimerEvent>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <unordered_map>

namespace lockstep {

namespace {

constexpr double noteworthyCulprit = 0.15; ///< minimum share of the total loss
constexpr double noteworthyRack = 0.1;
constexpr double noteworthyRacks = 0.4; ///< the same, of several racks together

template <class Index>
EntityRef gpuAt(Index index)
{
    return {EntityKind::Gpu, static_cast<std::uint32_t>(index)};
}

double periodOf(const ClusterStore& store)
{
    return std::chrono::duration<double>(store.tickPeriod()).count();
}

std::string timeText(double seconds)
{
    return formatQuantity(seconds, Unit::Seconds);
}

} // namespace

bool WaitSum::find(const ClusterStore& store)
{
    m_share = store.metrics().find(metrics::gpu::syncWaitShare);
    m_blame = store.metrics().find(metrics::gpu::syncBlame);
    return m_share.isValid();
}

void WaitSum::touchTick(const ClusterStore& store) const
{
    (void)store.column(m_share, m_next);
    if (m_blame.isValid())
        (void)store.column(m_blame, m_next);
}

void WaitSum::addTick(const ClusterStore& store)
{
    double share = 0;
    std::size_t gpus = 0;
    for (const float each : store.column(m_share, m_next)) {
        if (std::isnan(each))
            continue;
        ++gpus;
        share += static_cast<double>(each);
    }
    m_without += gpus == 0 ? 1 : 0;
    m_gpus = std::max(m_gpus, gpus);
    m_gpuSeconds += share * periodOf(store);
    if (m_blame.isValid()) {
        const std::span<const float> blame = store.column(m_blame, m_next);
        m_blamed.resize(std::max(m_blamed.size(), blame.size()));
        for (std::size_t gpu = 0; gpu < blame.size(); ++gpu)
            m_blamed[gpu] += std::isnan(blame[gpu]) ? 0 : static_cast<double>(blame[gpu]) * periodOf(store);
    }
    ++m_next;
}

std::string WaitSum::culpritText(const ClusterStore& store, double total) const
{
    const auto worst = std::ranges::max_element(m_blamed);
    if (worst == m_blamed.end() || !(total > 0))
        return {};
    const Topology& topology = *store.topology();
    const auto sentence = [total](double part, const std::string& whom) {
        return fmt::format("{} of the lost GPU time was spent waiting for {}.",
                           formatQuantity(std::min(part / total, 1.0), Unit::Ratio), whom);
    };
    if (*worst >= noteworthyCulprit * total)
        return sentence(*worst, nameOf(topology, gpuAt(worst - m_blamed.begin())).path);
    // No single GPU stands out, but a shared part may, for example racks on one coolant loop.
    std::map<std::uint32_t, double> byRack;
    for (std::size_t gpu = 0; gpu < m_blamed.size(); ++gpu) {
        if (const EntityRef rack = knownRackOf(topology, gpuAt(gpu)); rack.isValid())
            byRack[rack.index] += m_blamed[gpu];
    }
    std::erase_if(byRack, [total](const auto& each) { return each.second < noteworthyRack * total; });
    double part = 0;
    std::string names;
    for (const auto& [rack, blamed] : byRack) {
        part += blamed;
        names += (names.empty() ? "" : ", ") + nameOf(topology, {EntityKind::Rack, rack}).path;
    }
    return part >= noteworthyRacks * total ? sentence(part, "GPUs in " + names) : std::string();
}

void WaitSum::settle(const ClusterStore& store, LostThroughput& lost) const
{
    const auto known = static_cast<std::uint64_t>(std::max<TickIndex>(m_ticks.length(), 0)) - m_without;
    if (m_gpus == 0) {
        // A missing wait analysis does not mean that there were no waits.
        if (lost.gpuSeconds == 0) {
            lost.gpuSeconds = std::numeric_limits<double>::quiet_NaN();
            lost.source
                = lost.lanes > 0 ? "no data to compute waits in this period" : "no job reported spans in this period";
        } else {
            lost.source = "waits and restarts reported by " + counted(lost.lanes, "rank");
        }
        return;
    }
    lost.waitGpuSeconds = m_gpuSeconds;
    lost.gpuSeconds = m_gpuSeconds + lost.restartGpuSeconds;
    lost.lanes = m_gpus; // lanes also belong to transfers and services
    lost.source = fmt::format("Blame: waits of {} GPUs over {}", m_gpus,
                              timeText(static_cast<double>(known) * periodOf(store)));
    if (lost.restartGpuSeconds > 0)
        lost.source += ", and restarts";
    lost.culprit = culpritText(store, lost.gpuSeconds);
    if (m_without > 2)
        lost.source += fmt::format("; unknown for {}", timeText(static_cast<double>(m_without) * periodOf(store)));
}

namespace {

constexpr Duration lengthOfPart
    = std::chrono::seconds(10); ///< length of a part; parts are read one by one to limit memory
constexpr std::size_t maxRecordedEvents = 10'000;

/// Reads a recording part by part.
class EvidenceReader
{
public:
    EvidenceReader(Recording recording, const RecordedEvidenceReader::Request& request)
        : m_recording(std::move(recording)), m_request(request)
    {
        for (const EntityName& name : request.entities) {
            if (const EntityRef found = findEntity(topology(), name); found.isValid())
                m_entities.push_back(found);
        }
    }

    /// @return false if cancelled
    bool readSpans(const std::stop_token& stop)
    {
        for (const TimeRange& range : m_request.spans) {
            for (TimePoint from = range.from; from < range.to; from += lengthOfPart) {
                if (stop.stop_requested())
                    return false;
                addPart({from, std::min(from + lengthOfPart, range.to)}, from == range.from);
            }
        }
        m_read.spansLeftOut += keepMostInformative(m_read.spans, m_request.maxSpans);
        m_read.lost.lanes = m_read.lanes.size();
        return true;
    }

    void readEvents()
    {
        if (m_request.events.isEmpty())
            return;
        std::vector<RecordedEvent> events = m_recording.events(m_request.events);
        std::ranges::stable_sort(events, {}, [](const RecordedEvent& each) { return each.event.time; });
        EventLog log(maxRecordedEvents);
        for (RecordedEvent& each : events)
            log.add(each.entity, std::move(each.event));
        for (const LoggedEvent& each : log.events())
            m_read.events.push_back({each.lastTime, each.event.severity, nameOf(topology(), each.entity),
                                     each.event.code, sentenceOf(each.event), each.count});
        for (const RecordedGap& each : m_recording.gaps(m_request.events))
            m_read.gaps.push_back(
                {nameOf(topology(), {EntityKind::Node, each.node}), each.gap.range, each.gap.ticks, each.gap.reason});
    }

    RecordedEvidence finish()
    {
        if (!m_recording.problems().empty())
            m_read.problem = m_recording.problems().front();
        return std::move(m_read);
    }

private:
    struct Place
    {
        EntityName name;
        bool isConcerned = false;
    };

    [[nodiscard]] const Topology& topology() const { return *m_recording.topology(); }

    const Place& placeOf(EntityRef entity)
    {
        const auto [known, isNew] = m_places.try_emplace(entity);
        if (isNew)
            known->second
                = {nameOf(topology(), entity),
                   concerns(topology(), entity, m_entities) || (m_entities.empty() && m_request.entities.empty())};
        return known->second;
    }

    std::string nameAt(std::uint32_t id) const
    {
        return id < m_recording.names().size() ? std::string(m_recording.names().name(NameId{id})) : std::string();
    }

    void addPart(TimeRange part, bool isFirst)
    {
        std::unordered_map<std::string, std::uint64_t> numbers;
        std::vector<LaneStretch> stretches;
        for (const RecordedSpan& recorded : m_recording.spans(part)) {
            const TimeRange range{TimePoint(Duration(recorded.startNs)), TimePoint(Duration(recorded.endNs))};
            if (!range.overlaps(part))
                continue;
            const Place& place = placeOf(recorded.entity);
            std::string key = laneKey(place.name.path, nameAt(recorded.lane));
            const auto number = numbers.try_emplace(key, numbers.size()).first->second;
            m_read.lanes.insert(std::move(key));
            stretches.push_back({number, recorded.kind, range});
            // Spans that begin before the part came with the previous part.
            if (place.isConcerned && (isFirst || range.from >= part.from))
                m_read.spans.push_back({place.name, nameAt(recorded.lane), nameAt(recorded.op),
                                        nameAt(recorded.communicator), recorded.kind, range.from, range.to,
                                        recorded.rank, recorded.step, recorded.sequence, recorded.bytes});
        }
        const LostThroughput here = lostThroughput(stretches, part);
        m_read.lost.gpuSeconds += here.gpuSeconds;
        m_read.lost.waitGpuSeconds += here.waitGpuSeconds;
        m_read.lost.restartGpuSeconds += here.restartGpuSeconds;
        if (m_read.spans.size() > 4 * m_request.maxSpans)
            m_read.spansLeftOut += keepMostInformative(m_read.spans, m_request.maxSpans);
    }

    Recording m_recording;
    const RecordedEvidenceReader::Request& m_request;
    std::vector<EntityRef> m_entities;
    std::unordered_map<EntityRef, Place> m_places;
    RecordedEvidence m_read;
};

constexpr std::size_t maxEntities = 8;
constexpr std::size_t maxMetrics = 4;
constexpr std::size_t maxEvidenceSpans = 4000;

/// The range minus the given ranges, which are sorted.
std::vector<TimeRange> without(TimeRange range, const std::vector<TimeRange>& gone)
{
    std::vector<TimeRange> left;
    for (const TimeRange& each : gone) {
        if (range.from < each.from)
            left.push_back({range.from, each.from});
        range.from = std::max(range.from, each.to);
    }
    if (!range.isEmpty())
        left.push_back(range);
    return left;
}

} // namespace

std::string laneKey(const std::string& entityPath, const std::string& lane)
{
    return entityPath + '\x1f' + lane;
}

RecordedEvidenceReader::RecordedEvidenceReader(Request request, std::function<void(RecordedEvidence)> done)
    : m_thread([request = std::move(request), done = std::move(done)](const std::stop_token& stop) {
          Result<Recording> opened = Recording::open(request.path, stop);
          if (!opened.isOk())
              return done({{}, 0, {}, {}, {}, {}, opened.error().message});
          EvidenceReader reading(std::move(opened).value(), request);
          if (!reading.readSpans(stop))
              return;
          reading.readEvents();
          done(reading.finish());
      })
{ }

EvidenceWork::EvidenceWork(const ClusterStore& store, EvidenceRequest wanted, Done whenDone)
    : m_request(std::move(wanted)),
      m_done(std::move(whenDone)),
      m_ticks(ticksWithin(store, m_request.range)),
      m_waits(m_ticks),
      m_damage(store, m_ticks, m_request.entities),
      m_onDisk(store.spansOnDisk(m_request.range)),
      m_readsFacts(std::ranges::any_of(
          store.sources(), [](const SourceStatus& source) { return source.state == SourceState::Recorded; }))
{
    m_inMemory = without(m_request.range, m_onDisk);
    m_evidence.cluster = store.topology()->clusterName();
    m_evidence.source = "live state";
    m_evidence.version = LOCKSTEP_VERSION;
    m_evidence.gathered = wallClockNow();
    m_evidence.range = m_request.range;
    m_evidence.tickPeriod = store.tickPeriod();
    if (m_ticks.isEmpty())
        return;
    for (std::size_t i = 0; i < std::min(m_request.entities.size(), maxEntities); ++i) {
        for (const MetricId metric :
             informativeMetrics(store, m_request.entities[i].kind, m_request.metric, maxMetrics))
            m_series.emplace_back(metric, m_request.entities[i]);
    }
    std::ranges::reverse(m_series); // popped from the back
    if (m_request.metric.isValid())
        m_heat.emplace(store, m_request.metric, m_ticks);
}

bool EvidenceWork::isAwaited(const ClusterStore& store) const
{
    const MetricId metric = touch(store);
    const bool isDamage = m_series.empty() && !m_heat && (!m_waits.metric().isValid() || m_waits.isComplete());
    return metric.isValid()
        && store.available(metric, isDamage ? m_damage.touched() : m_ticks) == Availability::Pending;
}

MetricId EvidenceWork::touch(const ClusterStore& store) const
{
    if (!m_series.empty()) {
        (void)seriesOf(store, m_series.back().first, m_series.back().second, m_ticks);
        return m_series.back().first;
    }
    if (m_heat && !m_heat->isComplete()) {
        m_heat->touchColumn(store);
        return m_request.metric;
    }
    if (m_waits.metric().isValid() && !m_waits.isComplete()) {
        m_waits.touchTick(store);
        return m_waits.metric();
    }
    return m_damage.touch(store);
}

bool EvidenceWork::isAheadOfAnalysis(const ClusterStore& store)
{
    constexpr TickIndex analysisDelay = 8; // a tick in which no collective ended has no value
    const bool isNext = m_series.empty() && !m_heat && !m_ticks.isEmpty() && !m_waits.hasBegun();
    if (!isNext)
        return false;
    const bool isKnown = m_waits.find(store);
    if (store.spans().spanCount() == 0)
        return false;
    if (!isKnown)
        return true;
    for (TickIndex tick = m_ticks.to - 1; tick < m_ticks.to + analysisDelay; ++tick) {
        if (!store.column(m_waits.metric(), tick).empty())
            return false;
    }
    return true;
}

bool EvidenceWork::stepColumns(const ClusterStore& store)
{
    if (!m_series.empty()) {
        m_evidence.series.push_back(seriesOf(store, m_series.back().first, m_series.back().second, m_ticks));
        m_series.pop_back();
        return true;
    }
    if (m_heat) {
        if (!m_heat->isComplete()) {
            m_heat->addColumn(store);
            return true;
        }
        m_evidence.heats.push_back(m_heat->finish());
        m_heat.reset();
        return true;
    }
    if (m_waits.metric().isValid() && !m_waits.isComplete()) {
        m_waits.addTick(store);
        return true;
    }
    if (!m_damage.isComplete()) {
        m_damage.step(store);
        return true;
    }
    return false;
}

void EvidenceWork::noteGap(TimeRange range, std::uint64_t lostTicks, std::string reason)
{
    EvidenceGap gap; // of the whole cluster
    gap.range = range;
    gap.ticks = lostTicks;
    gap.reason = std::move(reason);
    m_evidence.gaps.push_back(std::move(gap));
}

void EvidenceWork::addLane(const ClusterStore& store, const SpanLane& lane)
{
    const bool isConcerned = concerns(*store.topology(), lane.entity, m_request.entities);
    for (const TimeRange& part : m_inMemory) {
        const LostThroughput here = lostIn(lane, part);
        m_lost.gpuSeconds += here.gpuSeconds;
        m_lost.waitGpuSeconds += here.waitGpuSeconds;
        m_lost.restartGpuSeconds += here.restartGpuSeconds;
        if (here.lanes > 0)
            m_lanes.insert(laneKey(nameOf(*store.topology(), lane.entity).path,
                                   std::string(store.spans().names().name(lane.name))));
        if (isConcerned)
            addSpansOf(store, lane, part, m_evidence.spans, part.from == m_request.range.from);
    }
    if (m_evidence.spans.size() > 4 * maxEvidenceSpans)
        m_evidence.spansLeftOut += keepMostInformative(m_evidence.spans, maxEvidenceSpans);
}

void EvidenceWork::addRecorded()
{
    if (!m_recorded)
        return;
    m_lost.gpuSeconds += m_recorded->lost.gpuSeconds;
    m_lost.waitGpuSeconds += m_recorded->lost.waitGpuSeconds;
    m_lost.restartGpuSeconds += m_recorded->lost.restartGpuSeconds;
    m_lanes.merge(m_recorded->lanes);
    m_evidence.spansLeftOut += m_recorded->spansLeftOut;
    std::ranges::move(m_recorded->spans, std::back_inserter(m_evidence.spans));
    std::ranges::move(m_recorded->events, std::back_inserter(m_evidence.events));
    std::ranges::move(m_recorded->gaps, std::back_inserter(m_evidence.gaps));
    if (!m_recorded->problem.empty())
        noteGap(m_onDisk.front(), 0, "part of the recording could not be read: " + m_recorded->problem);
}

void EvidenceWork::addSpansAndEvents(const ClusterStore& store)
{
    if (m_readsFacts && m_reader)
        return; // the recording provides them
    m_evidence.events = eventsWithin(store, m_request.range);
    for (EvidenceGap& gap : gapsWithin(store, m_request.range))
        m_evidence.gaps.push_back(std::move(gap));
}

bool EvidenceWork::step(const ClusterStore& store)
{
    if (stepColumns(store))
        return true;
    if (m_nextLane != noLane) {
        const auto& all = store.spans().lanes();
        if (m_nextLane < all.size())
            addLane(store, all[m_nextLane++]);
        else
            m_nextLane = noLane;
        return true;
    }
    if (!std::exchange(m_hasRest, false))
        return false;
    addSpansAndEvents(store);
    addRecorded();
    if (const TimePoint since = store.spansKeptSince(); m_onDisk.empty() && since > m_request.range.from)
        noteGap({m_request.range.from, std::min(since, m_request.range.to)}, 0,
                "spans are missing: they were no longer in memory and were not recorded");
    m_evidence.spansLeftOut += keepMostInformative(m_evidence.spans, maxEvidenceSpans);
    std::ranges::stable_sort(m_evidence.spans, {}, &EvidenceSpan::start);
    std::ranges::stable_sort(m_evidence.events, {}, &EvidenceEvent::time);
    std::ranges::stable_sort(m_evidence.gaps, {}, [](const EvidenceGap& gap) { return gap.range.from; });
    m_lost.lanes = m_lanes.size();
    m_waits.settle(store, m_lost);
    if (!std::isnan(m_lost.gpuSeconds))
        m_costs.lostGpuSeconds = m_lost.gpuSeconds;
    m_costs.lostSource = m_lost.source;
    if (m_lost.lanes > 0)
        m_costs.trainingGpuCount = static_cast<double>(m_lost.lanes);
    m_damage.settle(store, m_costs);
    if (m_waits.hasBegun() && m_waits.ticksWithoutWaits() > 2)
        noteGap(m_request.range, m_waits.ticksWithoutWaits(), "waits between ranks are unknown for these ticks");
    m_evidence.clockUncertainty = worstClockUncertainty(store);
    return true;
}

void EvidenceWork::startReading(const ClusterStore& store, const std::string& path,
                                std::function<void(RecordedEvidence)> come)
{
    if (m_onDisk.empty() || path.empty())
        return;
    RecordedEvidenceReader::Request wanted{
        path, m_onDisk, m_readsFacts ? m_request.range : TimeRange{}, {}, maxEvidenceSpans};
    for (const EntityRef entity : m_request.entities)
        wanted.entities.push_back(nameOf(*store.topology(), entity));
    m_reader = std::make_unique<RecordedEvidenceReader>(std::move(wanted), std::move(come));
}

namespace {

constexpr qint64 sliceNs = 500'000; ///< of the GUI thread per step
constexpr std::chrono::milliseconds diskInterval{20};
constexpr std::chrono::seconds longestWait{20}; ///< for one part from disk
constexpr std::chrono::seconds longestLag{6}; ///< for results that are computed shortly after measurement

} // namespace

EvidenceGatherer::EvidenceGatherer(const ClusterModel& cluster, QObject* parent) : QObject(parent), m_cluster(cluster)
{ }

EvidenceGatherer::~EvidenceGatherer() = default;

void EvidenceGatherer::gather(EvidenceRequest request, Done done)
{
    m_works.push_back({std::make_unique<EvidenceWork>(m_cluster.store(), std::move(request), std::move(done)), {}, {}});
    EvidenceWork& work = *m_works.back().work;
    if (m_origin.name)
        work.setSource(m_origin.name());
    const std::string path = m_origin.recording ? m_origin.recording() : std::string();
    work.startReading(m_cluster.store(), path, [this, &work](RecordedEvidence read) {
        QMetaObject::invokeMethod(
            this,
            [this, &work, read = std::move(read)]() mutable {
                const bool isWaited
                    = std::ranges::any_of(m_works, [&](const auto& each) { return each.work.get() == &work; });
                if (isWaited)
                    work.takeRecorded(std::move(read));
            },
            Qt::QueuedConnection);
    });
    m_idle.start(0, this);
}

bool EvidenceGatherer::prepare(Waiting& waiting)
{
    EvidenceWork& work = *waiting.work;
    if (work.waitsForRecording())
        return false;
    if (work.isAheadOfAnalysis(m_cluster.store())) {
        if (!waiting.lagging.isValid())
            waiting.lagging.start();
        if (!waiting.lagging.hasExpired(std::chrono::milliseconds(longestLag).count()))
            return false;
    }
    if (!work.isAwaited(m_cluster.store())) {
        waiting.forDisk.invalidate();
        return true;
    }
    if (!waiting.forDisk.isValid())
        waiting.forDisk.start();
    if (!waiting.forDisk.hasExpired(std::chrono::milliseconds(longestWait).count()))
        return false;
    // Record a gap, so that missing cells do not look like missing measurements.
    waiting.forDisk.restart();
    work.noteGap(work.range(), 0, "reading the recording took too long, so part of it is missing");
    return true;
}

void EvidenceGatherer::timerEvent(QTimerEvent* event)
{
    if (event->timerId() != m_idle.timerId())
        return;
    QElapsedTimer slice;
    slice.start();
    while (!m_works.empty() && slice.nsecsElapsed() < sliceNs) {
        if (!prepare(m_works.front()))
            return m_idle.start(static_cast<int>(diskInterval.count()), this);
        if (m_works.front().work->step(m_cluster.store()))
            continue;
        const std::unique_ptr<EvidenceWork> finished = std::move(m_works.front().work);
        m_works.pop_front();
        finished->finish();
    }
    if (m_works.empty())
        m_idle.stop();
    else
        m_idle.start(0, this);
}

} // namespace lockstep

#include "moc_evidencegatherer.cpp"
