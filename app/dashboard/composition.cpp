// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dashboard/composition.h"

#include "app/dashboard/startoptions.h"
#include "datasources/agentclient/clusterfile.h"

#include <QFile>

#include <utility>

namespace lockstep {

namespace {

using namespace Qt::StringLiterals;

// Eight seconds of 2,048 nodes at 1 Hz, about 40 MB: enough to ride out the moment in which they all introduce
// themselves.
constexpr std::size_t queueCapacity = 16'384;

AgentEndpoint credentialsFrom(const StartOptions& options)
{
    AgentEndpoint endpoint;
    endpoint.caFile = options.caFile.toStdString();
    endpoint.certificateFile = options.certificateFile.toStdString();
    endpoint.privateKeyFile = options.privateKeyFile.toStdString();
    endpoint.bearerTokenFile = options.tokenFile.toStdString();
    return endpoint;
}

/// A file that is built into the program.
std::string embeddedText(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
}

} // namespace

Composition::Composition(const StartOptions& options, QObject* parent)
    : QObject(parent),
      m_queue(queueCapacity),
      m_cluster(StoreLimits{std::chrono::seconds(1), options.history}),
      m_firstMetric(m_cluster, m_selection),
      m_analyses(m_cluster),
      m_incidents(options, m_cluster),
      m_history(m_cluster, m_time, m_queue),
      m_compare({m_cluster, m_time, m_selection, m_history}),
      m_pump(m_queue, m_cluster, m_time, m_frames),
      m_traces(m_cluster, m_time, m_queue, m_analyses),
      m_sources(m_queue),
      m_credentials(credentialsFrom(options))
{
    m_pump.setTap([this](std::span<const BatchPtr> batches) { m_history.record(batches); });
    connect(&m_cluster, &ClusterModel::derivedApplied, &m_history, &HistoryDesk::recordDerived);
    connect(&m_history, &HistoryDesk::problem, this, &Composition::failed);
    m_incidents.evidence().setOrigin(
        {[this] { return m_history.isReplay() ? "recording " + m_history.path().toStdString() : "live state"; },
         [this](MetricId metric, TickRange ticks) {
             const MetricId read = m_compare.comparison().baseOf(metric);
             return (m_history.past() != nullptr && m_history.past()->isComing(read, ticks))
                 || m_compare.comparison().isComing(metric, ticks);
         }});
    connect(&m_incidents.archive(), &IncidentArchive::bundleTaken, this, &Composition::showBundle);
    connect(&m_incidents.archive(), &IncidentArchive::bundleRefused, this, &Composition::failed);
    connect(&m_compare, &CompareDesk::problem, this, &Composition::failed);
    connect(&m_compare, &CompareDesk::swapWanted, this, &Composition::swapRecordings);
    connect(&m_opener, &RecordingOpener::opened, this,
            [this](const std::shared_ptr<OpenedFile>& file) { take(*file); });
    connect(&m_traces, &TraceDesk::problem, this, &Composition::failed);
    connect(&m_traces, &TraceDesk::note, this, &Composition::noted);
    connect(&m_traces, &TraceDesk::aboutToShow, this, &Composition::clearForTrace);
    connect(&m_traces, &TraceDesk::shown, this, [this] {
        Q_EMIT sourceAdded();
        Q_EMIT traceShown();
    });
    m_pump.start();
}

Composition::~Composition() = default;

void Composition::openSources(const StartOptions& options)
{
    openTraces(options.traces);
    if (!options.recordFolder.isEmpty() && options.replay.isEmpty())
        m_history.startRecording(options.recordFolder);
    if (!options.replay.isEmpty())
        openRecording(options.replay);
    if (!options.clusterFile.isEmpty())
        openClusterFile(options.clusterFile);
    if (!options.connect.isEmpty())
        connectTo(options.connect.join(u','));
    if (options.demo)
        startDemo();
    if (options.here)
        watchThisMachine();
    if (!options.compare.isEmpty() && !options.replay.isEmpty())
        m_onceShown = [this, path = options.compare] {
            m_compare.withRecording(path);
        };
    else if (!options.compare.isEmpty())
        m_compare.withRecording(options.compare);
}

/// What comes now is live, also after a trace.
void Composition::leaveTrace()
{
    if (!m_traces.isShowing())
        return;
    m_cluster.setColdColumns(nullptr);
    m_traces.leave();
    m_pump.setReplay(nullptr);
}

void Composition::connectTo(const QString& addresses)
{
    leaveTrace();
    for (const QString& part : addresses.split(u',', Qt::SkipEmptyParts)) {
        const QString address = part.trimmed();
        if (!address.contains(u':')) {
            Q_EMIT failed(tr("Cannot connect to \"%1\": expected host:port, such as node-17:7117").arg(address));
            continue;
        }
        AgentEndpoint endpoint = m_credentials;
        endpoint.address = address.toStdString();
        add(std::move(endpoint));
    }
}

void Composition::openClusterFile(const QString& path)
{
    Result<ClusterFile> file = readClusterFile(path.toStdString());
    if (!file.isOk()) {
        Q_EMIT failed(QString::fromStdString(file.error().message));
        return;
    }
    leaveTrace();
    m_cluster.setTopology(file.value().topology);
    m_history.beginAnew(file.value().topology);
    for (AgentEndpoint& endpoint : file.value().endpoints)
        add(std::move(endpoint));
}

void Composition::startDemo()
{
    leaveTrace();
    const Result<ClusterFile> file = parseClusterFile(embeddedText(u":/clusters/demo.toml"_s), "the demo's cluster");
    if (file.isOk()) {
        m_cluster.setTopology(file.value().topology);
        m_history.beginAnew(file.value().topology);
    }
    report(m_sources.addEmbeddedCluster(embeddedText(u":/clusters/demo.toml"_s),
                                        embeddedText(u":/drills/pump-degradation.toml"_s)));
}

void Composition::watchThisMachine()
{
    leaveTrace();
    report(m_sources.addEmbeddedAgent());
}

void Composition::openRecording(const QString& path)
{
    m_onceShown = nullptr;
    m_opener.open(path);
    Q_EMIT opening(path);
}

void Composition::take(OpenedFile& file)
{
    Q_EMIT opening(QString());
    const auto onceShown = std::exchange(m_onceShown, nullptr);
    if (file.recording) {
        const Status status = m_history.canShow(*file.recording);
        if (status.isOk()) {
            takeInWhatIsLeft();
            m_history.show(std::move(*file.recording));
            m_traces.leave();
            m_pump.setReplay([this] { return m_history.now(); });
        }
        report(status);
        if (status.isOk() && onceShown)
            onceShown();
    } else if (!file.problem.empty()) {
        report(Error{file.problem});
    }
    if (file.hasIncidents)
        m_incidents.archive().takeBundle(file.path.toStdString());
}

void Composition::showBundle(const Incident& first)
{
    m_incidents.board().open(first.key);
    if (m_history.isReplay()) {
        const TimeRange range = first.range;
        const Duration margin = std::max<Duration>(std::chrono::seconds(30), range.length() / 4);
        m_time.setRange({range.from - margin, range.to + margin});
        m_time.setCursor(range.from);
        std::vector<EntityRef> concerned;
        for (const EntityName& name : first.entities) {
            const EntityRef entity = findEntity(*m_cluster.store().topology(), name);
            if (entity.isValid())
                concerned.push_back(entity);
        }
        m_selection.setSelected(std::move(concerned));
    }
    Q_EMIT bundleOpened();
}

void Composition::swapRecordings(const QString& path, qint64 shift)
{
    const QString shownNow = m_history.path();
    const Duration by = shift * m_cluster.store().tickPeriod();
    const TimeWindow::Place place = m_time.aim(); // which the window may not have reached yet
    openRecording(path);
    m_onceShown = [this, shownNow, by, place, shift] {
        m_time.setRange({place.range.from + by, place.range.to + by});
        m_time.setCursor(place.cursor + by);
        m_compare.withRecording(shownNow, shift);
    };
}

void Composition::openTraces(const QStringList& paths)
{
    m_traces.open(paths);
}

/// What the sources said last still counts: that they are closed.
void Composition::takeInWhatIsLeft()
{
    m_sources.clear();
    while (m_queue.size() > 0)
        m_cluster.apply(m_queue.take(m_queue.size()), wallClockNow());
}

void Composition::clearForTrace()
{
    m_opener.forget();
    Q_EMIT opening(QString());
    m_compare.stop();
    m_history.close();
    takeInWhatIsLeft();
    m_pump.setReplay([this] { return m_traces.now(); });
}

void Composition::report(const Status& added)
{
    if (added.isOk())
        Q_EMIT sourceAdded();
    else
        Q_EMIT failed(QString::fromStdString(added.error().message));
}

void Composition::add(AgentEndpoint endpoint)
{
    m_sources.add(std::move(endpoint));
    Q_EMIT sourceAdded();
}

} // namespace lockstep
