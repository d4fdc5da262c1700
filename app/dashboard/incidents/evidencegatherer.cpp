// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dashboard/incidents/evidencegatherer.h"

#include "app/dashboard/incidents/evidenceparts.h"
#include "models/store/clustermodel.h"

#include <QElapsedTimer>
#include <QTimerEvent>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

namespace lockstep {

namespace {

constexpr qint64 sliceNs = 500'000; ///< of the GUI thread at a time
constexpr std::size_t mostEntities = 8;
constexpr std::size_t mostMetrics = 4;
constexpr std::size_t mostEvidenceSpans = 4000;
constexpr std::chrono::milliseconds diskInterval{20};
constexpr std::chrono::seconds longestWait{20}; ///< for one part from disk
constexpr std::chrono::seconds longestLag{6}; ///< for what is worked out a little after it was measured

/// True when the lane runs on one of the things, or on something within one.
bool isConcerned(const Topology& topology, EntityRef lane, const std::vector<EntityRef>& entities)
{
    return entities.empty() || std::ranges::any_of(entities, [&](EntityRef entity) {
               return topology.ancestor(lane, entity.kind) == entity || topology.ancestor(entity, lane.kind) == lane;
           });
}

} // namespace

/// Goes through the parts in order, each in steps that are short.
struct EvidenceGatherer::Work
{
    Work(const ClusterStore& store, EvidenceWish wanted, Done whenDone);

    /// @return false when there is nothing left to do
    bool step(const ClusterStore& store);
    bool stepColumns(const ClusterStore& store); ///< series, heatmap, waits; false when they are done
    void noteGap(std::uint64_t lostTicks, const char* reason);
    void settleLost();
    /// Asks for what the next step reads, so that what has left memory is fetched. @return its metric; invalid: none
    [[nodiscard]] MetricId touch(const ClusterStore& store) const;

    /// Who waited for whom in the last ticks has not been worked out yet.
    [[nodiscard]] bool isAheadOfAnalysis(const ClusterStore& store);

    QElapsedTimer lagging; ///< since when it is ahead; invalid: it was not
    QElapsedTimer waiting; ///< for what is on its way from disk; invalid: not waiting
    EvidenceWish wish;
    Done done;
    Evidence evidence;
    LostThroughput lost;
    TickRange ticks;
    std::vector<std::pair<MetricId, EntityRef>> series; ///< still to be copied
    std::optional<HeatInProgress> heat;
    MetricId waitShare;
    TickIndex nextTick = 0; ///< whose waits are to be added
    std::uint64_t ticksWithoutWaits = 0;
    double waitGpuSeconds = std::numeric_limits<double>::quiet_NaN();
    std::size_t nextLane = 0;
    bool hasRest = true; ///< events and gaps
};

EvidenceGatherer::Work::Work(const ClusterStore& store, EvidenceWish wanted, Done whenDone)
    : wish(std::move(wanted)), done(std::move(whenDone)), ticks(ticksWithin(store, wish.range))
{
    evidence.cluster = store.topology()->clusterName();
    evidence.source = "live state";
    evidence.version = LOCKSTEP_VERSION;
    evidence.gathered = wallClockNow();
    evidence.range = wish.range;
    evidence.tickPeriod = store.tickPeriod();
    nextTick = ticks.from;
    if (ticks.isEmpty())
        return;
    for (std::size_t i = 0; i < std::min(wish.entities.size(), mostEntities); ++i) {
        for (const MetricId metric : tellingMetrics(store, wish.entities[i].kind, wish.metric, mostMetrics))
            series.emplace_back(metric, wish.entities[i]);
    }
    std::ranges::reverse(series); // taken from the back
    if (wish.metric.isValid())
        heat.emplace(store, wish.metric, ticks);
}

MetricId EvidenceGatherer::Work::touch(const ClusterStore& store) const
{
    if (!series.empty()) {
        (void)seriesOf(store, series.back().first, series.back().second, ticks);
        return series.back().first;
    }
    if (heat && !heat->isComplete()) {
        heat->touchColumn(store);
        return wish.metric;
    }
    if (waitShare.isValid() && nextTick < ticks.to) {
        (void)store.column(waitShare, nextTick);
        return waitShare;
    }
    return {};
}

bool EvidenceGatherer::Work::isAheadOfAnalysis(const ClusterStore& store)
{
    constexpr TickIndex ticksOfPatience = 8; // a tick in which no collective ended has no value
    const bool isNext = series.empty() && !heat && !ticks.isEmpty() && nextTick == ticks.from;
    if (!isNext || store.spans().spanCount() == 0)
        return false;
    waitShare = store.metrics().find("gpu.sync.wait_share");
    if (!waitShare.isValid())
        return true;
    for (TickIndex tick = ticks.to - 1; tick < ticks.to + ticksOfPatience; ++tick) {
        if (!store.column(waitShare, tick).empty())
            return false;
    }
    return true;
}

bool EvidenceGatherer::Work::stepColumns(const ClusterStore& store)
{
    if (!series.empty()) {
        evidence.series.push_back(seriesOf(store, series.back().first, series.back().second, ticks));
        series.pop_back();
        return true;
    }
    if (heat) {
        if (!heat->isComplete()) {
            heat->addColumn(store);
            return true;
        }
        evidence.heats.push_back(heat->finish());
        heat.reset();
        return true;
    }
    if (waitShare.isValid() && nextTick < ticks.to) {
        const double here = waitGpuSecondsAt(store, waitShare, nextTick++);
        if (std::isnan(here))
            ++ticksWithoutWaits;
        else
            waitGpuSeconds = here + (std::isnan(waitGpuSeconds) ? 0 : waitGpuSeconds);
        return true;
    }
    return false;
}

/// Of the whole cluster, in all the time that was asked for.
void EvidenceGatherer::Work::noteGap(std::uint64_t lostTicks, const char* reason)
{
    EvidenceGap gap;
    gap.range = wish.range;
    gap.ticks = lostTicks;
    gap.reason = reason;
    evidence.gaps.push_back(std::move(gap));
}

/// Who waited is known from whole collectives, better than from one rank's own spans; restarts only from these.
void EvidenceGatherer::Work::settleLost()
{
    if (!std::isnan(waitGpuSeconds)) {
        lost.waitGpuSeconds = waitGpuSeconds;
        lost.gpuSeconds = waitGpuSeconds + lost.restartGpuSeconds;
        if (ticksWithoutWaits > 2)
            noteGap(ticksWithoutWaits, "waits were not worked out in these ticks");
    } else if (lost.gpuSeconds == 0) {
        lost.gpuSeconds = waitGpuSeconds; // nobody has looked for waits: that is not none
    }
}

bool EvidenceGatherer::Work::step(const ClusterStore& store)
{
    if (stepColumns(store))
        return true;
    const auto& lanes = store.spans().lanes();
    if (nextLane < lanes.size()) {
        const SpanLane& lane = lanes[nextLane++];
        const LostThroughput here = lostIn(lane, wish.range);
        lost.gpuSeconds += here.gpuSeconds;
        lost.waitGpuSeconds += here.waitGpuSeconds;
        lost.restartGpuSeconds += here.restartGpuSeconds;
        lost.lanes += here.lanes;
        if (isConcerned(*store.topology(), lane.entity, wish.entities))
            addSpansOf(store, lane, wish.range, evidence.spans);
        if (evidence.spans.size() > 4 * mostEvidenceSpans)
            evidence.spansLeftOut += keepWorst(evidence.spans, mostEvidenceSpans);
        return true;
    }
    if (!std::exchange(hasRest, false))
        return false;
    evidence.spansLeftOut += keepWorst(evidence.spans, mostEvidenceSpans);
    std::ranges::stable_sort(evidence.spans, {}, &EvidenceSpan::start);
    evidence.events = eventsWithin(store, wish.range);
    for (EvidenceGap& gap : gapsWithin(store, wish.range))
        evidence.gaps.push_back(std::move(gap));
    if (const TimePoint since = store.spansKeptSince(); since > wish.range.from) {
        // Part of the waits cannot be measured any more: a figure would look like all of them.
        evidence.gaps.insert(
            evidence.gaps.begin(),
            {{}, {wish.range.from, std::min(since, wish.range.to)}, 0, "spans had left the dashboard's memory"});
        lost = {};
    }
    settleLost();
    evidence.clockUncertainty = worstClockUncertainty(store);
    return true;
}

EvidenceGatherer::EvidenceGatherer(const ClusterModel& cluster, QObject* parent) : QObject(parent), m_cluster(cluster)
{ }

EvidenceGatherer::~EvidenceGatherer() = default;

void EvidenceGatherer::gather(EvidenceWish wish, Done done)
{
    m_works.push_back(std::make_unique<Work>(m_cluster.store(), std::move(wish), std::move(done)));
    if (m_origin.name)
        m_works.back()->evidence.source = m_origin.name();
    m_idle.start(0, this);
}

bool EvidenceGatherer::prepare(Work& work)
{
    if (work.isAheadOfAnalysis(m_cluster.store())) {
        if (!work.lagging.isValid())
            work.lagging.start();
        if (!work.lagging.hasExpired(std::chrono::milliseconds(longestLag).count()))
            return false;
    }
    const MetricId metric = work.touch(m_cluster.store());
    if (!metric.isValid() || !m_origin.isComing || !m_origin.isComing(metric, work.ticks)) {
        work.waiting.invalidate();
        return true;
    }
    if (!work.waiting.isValid())
        work.waiting.start();
    if (!work.waiting.hasExpired(std::chrono::milliseconds(longestWait).count()))
        return false;
    // Cells without a value must not look as if nothing had been measured there.
    work.waiting.restart();
    work.noteGap(0, "part of the recording was not read in time");
    return true;
}

void EvidenceGatherer::timerEvent(QTimerEvent* event)
{
    if (event->timerId() != m_idle.timerId())
        return;
    QElapsedTimer slice;
    slice.start();
    while (!m_works.empty() && slice.nsecsElapsed() < sliceNs) {
        if (!prepare(*m_works.front()))
            return m_idle.start(static_cast<int>(diskInterval.count()), this);
        if (m_works.front()->step(m_cluster.store()))
            continue;
        const std::unique_ptr<Work> finished = std::move(m_works.front());
        m_works.pop_front();
        finished->done(std::move(finished->evidence), finished->lost);
    }
    if (m_works.empty())
        m_idle.stop();
    else
        m_idle.start(0, this);
}

} // namespace lockstep
