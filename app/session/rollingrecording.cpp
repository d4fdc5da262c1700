// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/rollingrecording.h"

#include "models/store/clustermodel.h"

#include <utility>

namespace lockstep {

RollingRecording::RollingRecording(ClusterModel& cluster, TimeWindow& time) : m_cluster(cluster), m_past(cluster, time)
{
    m_watch.setInterval(std::chrono::seconds(1));
    connect(&m_watch, &QTimer::timeout, this, &RollingRecording::watchRecorder);
}

RollingRecording::~RollingRecording() = default;

void RollingRecording::start(const QString& folder, std::vector<std::string> analyses,
                             const std::shared_ptr<const EnginePlan>& engine, const RecordingLimits& limits)
{
    RecorderOptions options;
    options.folder = folder.toStdString();
    options.tickPeriod = m_cluster.store().tickPeriod();
    options.analyses = std::move(analyses);
    options.caps = limits.ticks;
    options.tierCaps = limits.tiers;
    Result<std::unique_ptr<Recorder>> started = Recorder::start(options, m_cluster.store().topology());
    if (!started.isOk()) {
        Q_EMIT problem(QString::fromStdString(started.error().message));
        return;
    }
    m_recorder = std::move(started).value();
    connect(&m_cluster, &ClusterModel::ingested, this,
            [this](const PlacedBatches& placed) { m_recorder->record(placed); });
    connect(&m_cluster, &ClusterModel::derivedApplied, this,
            [this](const Derived& derived) { m_recorder->record(derived); });
    m_path = folder;
    if (engine)
        m_past.useEngine(engine, options.folder);
    else
        m_past.useGrowing(options.folder);
    m_watch.start();
}

/// Notifies once when it starts and once when it ends; the window counts repeats.
void RollingRecording::watchRecorder()
{
    const RecorderStatus status = m_recorder->status();
    if (status.whyKept != std::exchange(m_reportedKept, status.whyKept) && !status.whyKept.empty())
        Q_EMIT problem(QString::fromStdString(status.whyKept));
    if (status.problem == m_reportedProblem)
        return;
    m_reportedProblem = status.problem;
    Q_EMIT problem(m_reportedProblem.empty()
                       ? tr("Recording resumed: %1").arg(QString::fromStdString(m_recorder->folder()))
                       : QString::fromStdString(m_reportedProblem));
}

} // namespace lockstep

#include "moc_rollingrecording.cpp"
#include "models/core/batch.h"
