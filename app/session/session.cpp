// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/session.h"

#include "models/core/work/threadcputime.h"
#include "models/incidents/incidentchange.h"
#include "models/store/clustermodel.h"
#include "models/view/time/timesteps.h"

#include <QAbstractEventDispatcher>

#include <algorithm>
#include <utility>

namespace lockstep {

FramePump::FramePump(Feed feed, BatchQueue& queue, ClusterModel& cluster, TimeWindow& time, FrameStats& frames,
                     Sink sink, QObject* parent)
    : QObject(parent),
      m_feed(feed),
      m_queue(queue),
      m_cluster(cluster),
      m_time(time),
      m_frames(frames),
      m_sink(std::move(sink))
{
    m_timer.setTimerType(Qt::PreciseTimer);
    connect(&m_timer, &QTimer::timeout, this, &FramePump::pump);
    // All work in one iteration of the event loop is one frame, because input has to wait for it. Measured as processor
    // time, because not every dispatcher signals when it starts working.
    connect(QAbstractEventDispatcher::instance(), &QAbstractEventDispatcher::aboutToBlock, this, &FramePump::endFrame);
}

void FramePump::start()
{
    m_started = wallClockNow();
    m_turnBegan = threadCpuTime();
    m_queue.setWakeUp([this] {
        QMetaObject::invokeMethod(
            this,
            [this] {
                // The first tick after an idle time need not wait for the next frame.
                const auto since
                    = std::chrono::duration_cast<std::chrono::milliseconds>(FrameStats::Clock::now() - m_lastPump);
                m_timer.start(std::max(std::chrono::milliseconds(0), frameInterval - since));
            },
            Qt::QueuedConnection);
    });
    m_timer.start(heartbeat);
}

void FramePump::pump()
{
    endFrame(); // a busy event loop never blocks, so the frame ends here and views are not updated too often
    const FrameStats::Work work(m_frames);
    m_lastPump = FrameStats::Clock::now();
    const std::chrono::nanoseconds before = threadCpuTime();
    ingest();
    m_ingesting += threadCpuTime() - before;
    const FrameStats::Clock::time_point now = FrameStats::Clock::now();
    const ChangeSet& pendingChanges = m_cluster.pendingChanges();
    if (m_cadence.isDue(now) && !isInBurst(now)) {
        announceChanges();
        if (m_hasShownData && m_feed == Feed::Live)
            extendTime(); // views follow it and are updated at the same rate
    }
    const auto wait = std::chrono::ceil<std::chrono::milliseconds>(m_cadence.wait(now));
    m_timer.start(m_queue.size() > backlog       ? catchUpInterval
                      : m_queue.size() > 0       ? frameInterval
                      : pendingChanges.isEmpty() ? heartbeat
                                                 : std::min(heartbeat, wait));
}

void FramePump::ingest()
{
    const auto deadline = m_lastPump + (m_queue.size() > backlog ? catchUpBudget : applyBudget);
    do {
        const std::vector<BatchPtr> batches = m_queue.take(batchesPerTurn);
        m_sink(batches);
        if (batches.size() < batchesPerTurn)
            break;
    } while (FrameStats::Clock::now() < deadline);
}

/// Whether more data is queued; it will be ingested in the next frames and painted in one.
bool FramePump::isInBurst(FrameStats::Clock::time_point now)
{
    if (m_queue.size() < batchesPerTurn) {
        m_dueSince.reset();
        return false;
    }
    m_dueSince = m_dueSince.value_or(now);
    const bool isLong = now - *m_dueSince >= burstTimeout;
    if (isLong)
        m_dueSince.reset();
    return !isLong;
}

void FramePump::announceChanges()
{
    const ChangeSet& pendingChanges = m_cluster.pendingChanges();
    if (pendingChanges.isEmpty())
        return;
    m_cadence.begin(FrameStats::Clock::now());
    if (!pendingChanges.ticks.isEmpty()) {
        m_hasShownData = true;
        if (pendingChanges.newestSample >= m_started)
            m_frames.sampleApplied(pendingChanges.newestSample);
    }
    m_cluster.announce();
}

/// Advances time even if no source reports, so that silence becomes visible. Stays slightly behind the clock, so that
/// ticks in transit do not appear as gaps.
void FramePump::extendTime()
{
    const Duration period = m_cluster.store().tickPeriod();
    const TickRange ticks = m_cluster.store().ticks();
    const TickIndex due = tickIndexOf(wallClockNow(), period) - lateTicks;
    m_time.setExtent({timeOfTick(ticks.from, period), timeOfTick(std::max(ticks.to, due), period)});
}

void FramePump::endFrame()
{
    const std::chrono::nanoseconds used = threadCpuTime();
    const std::chrono::nanoseconds turn = used - std::exchange(m_turnBegan, used);
    m_frames.endFrame(wallClockNow(), turn);
    m_cadence.spent(turn - std::exchange(m_ingesting, {}));
    if (m_hasShownData && !m_firstDataFrame)
        m_firstDataFrame = FrameStats::Clock::now();
}

namespace {

// Eight seconds of 2,048 nodes at 1 Hz, about 40 MB. Sufficient for the moment when all nodes announce their layouts.
constexpr std::size_t queueCapacity = 16'384;

} // namespace

Session::Session(StoreLimits limits, std::span<const AnalysisRow> analyses)
    : m_queue(queueCapacity),
      m_pipeline(limits, m_learned.baselines(), analyses),
      m_player(m_time),
      m_results(limits.feed, cluster(), m_time, m_player, {m_pipeline.sync(), m_pipeline.fabric()}),
      m_pump(limits.feed, m_queue, cluster(), m_time, m_frames,
             [this](std::span<const BatchPtr> batches) { ingest(batches); })
{
    m_player.setTick(limits.tickPeriod);
    m_player.setJoinsLive(limits.feed == Feed::Live);
}

Session::~Session() = default;

void Session::ingest(std::span<const BatchPtr> batches)
{
    cluster().ingest(batches, now());
}

std::optional<TimePoint> Session::findEvent(EntityRef of, TimePoint from, int direction) const
{
    return nextEvent(cluster().store(), of, from, direction);
}

void Session::stepByEvent(EntityRef of, int direction)
{
    if (const auto next = findEvent(of, m_time.target().cursor, direction))
        m_time.setCursor(*next);
    else
        Q_EMIT cannotStep(direction > 0 ? tr("The selection has no later event")
                                        : tr("The selection has no earlier event"));
}

void Session::respond(const AlertResponse& response)
{
    Event event{wallClockNow(), Severity::Information, 0, response.code, response.text, response.fields};
    if (response.shelvedUntil)
        event.fields.shelvedFor = std::max(*response.shelvedUntil - event.time, Duration::zero());
    cluster().applyDerived({{}, {{response.place, std::move(event)}}});
}

} // namespace lockstep

#include "moc_session.cpp"
#include "models/core/batch.h"
