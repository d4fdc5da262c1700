// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/livesession.h"

#include "app/pipeline/recordedanalysis.h"
#include "datasources/clusterfile/clusterfile.h"
#include "datasources/prometheus/engineplan.h"
#include "models/core/batch.h"

#include <QFile>

#include <utility>

namespace lockstep {

namespace {

using namespace Qt::StringLiterals;

/// A file that is built into the program.
std::string embeddedText(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
}

constexpr Duration usualPeriod = std::chrono::seconds(1);

/// An engine has a tick for each scrape.
Duration periodOf(const LiveSources& sources)
{
    return sources.engine ? sources.engine->period : usualPeriod;
}

/// As many ticks in memory as of what is watched every second.
StoreLimits liveLimits(Duration history, const LiveSources& sources)
{
    return {periodOf(sources), history * (periodOf(sources) / usualPeriod)};
}

} // namespace

LiveSession::LiveSession(Duration history, QString recordFolder, LiveSources sources)
    : Session(liveLimits(history, sources), FramePump::Feed::Live),
      m_recordFolder(std::move(recordFolder)),
      m_wanted(std::move(sources)),
      m_recording(m_cluster, m_time),
      m_outlets(std::as_const(m_cluster).store(), m_alerts),
      m_sources(m_queue)
{
    connect(&m_cluster, &ClusterModel::derivedApplied, &m_recording,
            [this](const Derived& derived) { m_recording.record(derived); });
    connect(&m_recording, &RollingRecording::problem, this, &Session::problem);
    connect(&m_outlets, &AlertOutlets::problem, this, &Session::problem);
    connect(&m_recording.past(), &SessionPast::nothingThere, this, &Session::nothingThere);
}

LiveSession::~LiveSession() = default;

void LiveSession::begin()
{
    m_pump.start();
    watch(std::exchange(m_wanted, {}));
}

bool LiveSession::canWatch(const LiveSources& sources) const
{
    return isEmpty() && cluster().store().tickPeriod() == periodOf(sources);
}

void LiveSession::watch(const LiveSources& sources)
{
    if (sources.isEmpty())
        return;
    m_isDemo = m_isDemo || sources.demo;
    tellAlerts(std::exchange(m_tellTo, {}));
    const std::string demo = sources.demo ? embeddedText(u":/clusters/demo.toml"_s) : std::string();
    m_isPlanned = m_isPlanned || sources.topology;
    if (sources.topology)
        m_cluster.setTopology(sources.topology);
    else if (const Result<ClusterFile> file = parseClusterFile(demo, "the demo's cluster"); sources.demo && file.isOk())
        m_cluster.setTopology(file.value().topology);
    if (!m_recordFolder.isEmpty())
        m_recording.start(m_recordFolder, analysisNames(), sources.engine);
    else if (sources.engine)
        m_recording.past().useEngine(sources.engine, {});
    if (m_recording.isRecording())
        m_results.readFrom(Recording::growing(m_recording.path().toStdString()), RecordedPast::growing);
    if (sources.reporters)
        m_sources.allowReporters(*sources.reporters);
    for (const AgentEndpoint& agent : sources.agents)
        m_sources.add(agent);
    if (sources.engine)
        m_sources.add(sources.engine);
    if (!sources.agents.empty() || sources.engine || sources.topology)
        Q_EMIT shown();
    if (sources.demo)
        report(m_sources.addEmbeddedCluster(demo, embeddedText(u":/drills/pump-degradation.toml"_s)));
    if (sources.thisMachine)
        report(m_sources.addEmbeddedAgent());
}

void LiveSession::tellAlerts(std::vector<OutletTarget> outlets)
{
    m_tellTo = std::move(outlets);
    m_outlets.setTargets(m_isDemo ? std::vector<OutletTarget>() : m_tellTo);
}

void LiveSession::report(const Status& added)
{
    if (added.isOk())
        Q_EMIT shown();
    else
        Q_EMIT problem(QString::fromStdString(added.error().message));
}

void LiveSession::ingest(std::span<const BatchPtr> batches)
{
    Session::ingest(batches);
    if (!batches.empty())
        m_recording.record(batches);
}

} // namespace lockstep
