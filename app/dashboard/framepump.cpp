// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dashboard/framepump.h"

#include "models/store/clustermodel.h"
#include "models/view/framestats.h"
#include "models/view/timewindow.h"

#include <QAbstractEventDispatcher>

#include <algorithm>

namespace lockstep {

FramePump::FramePump(BatchQueue& queue, ClusterModel& cluster, TimeWindow& time, FrameStats& frames, QObject* parent)
    : QObject(parent), m_queue(queue), m_cluster(cluster), m_time(time), m_frames(frames)
{
    m_timer.setTimerType(Qt::PreciseTimer);
    connect(&m_timer, &QTimer::timeout, this, &FramePump::pump);
    // Everything that one turn of the event loop does is one frame: the next input waits for all of it.
    connect(QAbstractEventDispatcher::instance(), &QAbstractEventDispatcher::awake, this, &FramePump::beginTurn);
    connect(QAbstractEventDispatcher::instance(), &QAbstractEventDispatcher::aboutToBlock, this, &FramePump::endFrame);
}

void FramePump::start()
{
    m_started = wallClockNow();
    m_queue.setWakeUp([this] {
        QMetaObject::invokeMethod(
            this,
            [this] {
                // The first tick after a calm is not made to wait for a frame that nobody else is in.
                const auto since
                    = std::chrono::duration_cast<std::chrono::milliseconds>(FrameStats::Clock::now() - m_lastPump);
                m_timer.start(std::max(std::chrono::milliseconds(0), frameInterval - since));
            },
            Qt::QueuedConnection);
    });
    m_timer.start(heartbeat);
}

void FramePump::stop()
{
    m_timer.stop();
}

void FramePump::pump()
{
    const FrameStats::Work work(m_frames);
    m_lastPump = FrameStats::Clock::now();
    const auto deadline = FrameStats::Clock::now() + (m_queue.size() > backlog ? catchUpBudget : applyBudget);
    ChangeSet changes;
    do {
        const std::vector<BatchPtr> batches = m_queue.take(batchesPerTurn);
        changes.merge(m_cluster.apply(batches, m_replayClock ? m_replayClock() : wallClockNow()));
        if (m_tap && !batches.empty())
            m_tap(batches);
        if (batches.size() < batchesPerTurn)
            break;
    } while (FrameStats::Clock::now() < deadline);

    if (!changes.ticks.isEmpty()) {
        m_hasShownData = true;
        if (changes.newestSample >= m_started)
            m_frames.sampleApplied(changes.newestSample);
    }
    if (m_hasShownData && !m_replayClock)
        extendTime();
    m_timer.start(m_queue.size() > 0 ? frameInterval : heartbeat);
}

/// Time goes on when nobody reports: then the silence is what there is to see. It stays a little behind the clock,
/// so that a tick that is merely on its way leaves no hole.
void FramePump::extendTime()
{
    const Duration period = m_cluster.store().tickPeriod();
    const TickRange ticks = m_cluster.store().ticks();
    const TickIndex due = tickIndexOf(wallClockNow(), period) - ticksOfPatience;
    m_time.setExtent({timeOfTick(ticks.from, period), timeOfTick(std::max(ticks.to, due), period)});
}

void FramePump::beginTurn()
{
    m_turnBegan = FrameStats::Clock::now();
}

void FramePump::endFrame()
{
    m_frames.endFrame(wallClockNow(), FrameStats::Clock::now() - m_turnBegan);
    if (m_hasShownData && !m_firstDataFrame)
        m_firstDataFrame = FrameStats::Clock::now();
}

} // namespace lockstep
