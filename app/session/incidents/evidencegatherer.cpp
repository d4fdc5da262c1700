// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/incidents/evidencegatherer.h"

#include "models/store/clustermodel.h"

#include <QTimerEvent>

#include <algorithm>
#include <utility>

namespace lockstep {

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
    work.noteGap(work.range(), 0, "part of the recording was not read in time");
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
