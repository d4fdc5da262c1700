// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dashboard/composition.h"

#include "app/session/startoptions.h"
#include "datasources/clusterfile/clusterfile.h"
#include "models/core/batch.h"

#include <QFile>

#include <utility>

namespace lockstep {

namespace {

using namespace Qt::StringLiterals;

// Eight seconds of 2,048 nodes at 1 Hz, about 40 MB: enough to ride out the moment in which they all introduce
// themselves.
constexpr std::size_t queueCapacity = 16'384;

/// As many ticks as there are in that long of what is live, whatever their length.
StoreLimits limitsFrom(const StartOptions& options)
{
    const Duration longest = options.history * std::max<std::int64_t>(1, options.tickPeriod / std::chrono::seconds(1));
    return {options.tickPeriod, longest};
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
      m_cluster(limitsFrom(options)),
      m_firstMetric(m_cluster, m_selection),
      m_analyses(m_cluster),
      m_incidents(options, m_cluster),
      m_history(m_cluster, m_time, m_queue),
      m_compare({m_cluster, m_time, m_selection, m_history}),
      m_pump(m_queue, m_cluster, m_time, m_frames),
      m_traces(m_cluster, m_time, m_queue, m_analyses),
      m_sources(m_queue),
      m_credentials(options.credentials()),
      m_recordFolder(options.recordFolder),
      m_bundleChoice(options.bundleChoice)
{
    m_pump.setTap([this](std::span<const BatchPtr> batches) { m_history.record(batches); });
    connect(&m_cluster, &ClusterModel::derivedApplied, &m_history, &HistoryController::recordDerived);
    connect(&m_history, &HistoryController::problem, this, &Composition::failed);
    m_incidents.evidence().setOrigin(
        {[this] { return m_history.isReplay() ? "recording " + m_history.path().toStdString() : "live state"; },
         [this](MetricId metric, TickRange ticks) {
             const MetricId read = m_compare.comparison().baseOf(metric);
             return (m_history.past() != nullptr && m_history.past()->isComing(read, ticks))
                 || m_compare.comparison().isComing(metric, ticks);
         },
         [this] {
             return m_history.path().toStdString();
         }});
    connect(&m_incidents.archive(), &IncidentArchive::bundleTaken, this, &Composition::showBundle);
    connect(&m_incidents.archive(), &IncidentArchive::bundleRefused, this, &Composition::failed);
    connect(&m_incidents.archive(), &IncidentArchive::bundleDiffers, this, &Composition::bundleDiffers);
    connect(&m_compare, &ComparisonController::problem, this, &Composition::failed);
    connect(&m_compare, &ComparisonController::swapWanted, this, &Composition::swapRecordings);
    connect(&m_opener, &RecordingOpener::opened, this, &Composition::take);
    connect(&m_traces, &TraceController::problem, this, &Composition::failed);
    connect(&m_traces, &TraceController::note, this, &Composition::noted);
    connect(&m_traces, &TraceController::read, this, [this](const std::shared_ptr<OpenedTrace>& trace) {
        showInstead([trace](Composition& next) { next.showTrace(std::move(*trace)); });
    });
    m_pump.start();
}

Composition::~Composition() = default;

void Composition::openSources(const StartOptions& options)
{
    openTraces(options.traces);
    if (!options.replay.isEmpty())
        openRecording(options.replay);
    if (!options.clusterFile.isEmpty()) {
        if (const auto file = readCluster(options.clusterFile))
            addCluster(*file);
    }
    if (!options.connect.isEmpty())
        addAgents(endpointsOf(options.connect.join(u',')));
    if (options.demo)
        addDemo();
    if (options.here)
        addThisMachine();
    const auto compare = [path = options.compare](Composition& shown) {
        shown.m_compare.withRecording(path);
    };
    if (!options.compare.isEmpty() && !options.replay.isEmpty())
        m_onceShown = compare;
    else if (!options.compare.isEmpty())
        compare(*this);
}

/// All that is shown lies on one grid of ticks: what has another one needs a composition of its own.
void Composition::showInstead(const Opening& open, Duration tickPeriod)
{
    if (!m_isShowing && tickPeriod == m_cluster.store().tickPeriod())
        return open(*this);
    Q_EMIT tickWanted(tickPeriod);
    Q_EMIT replaced(open);
}

void Composition::connectTo(const QString& addresses)
{
    const std::vector<AgentEndpoint> endpoints = endpointsOf(addresses);
    if (!endpoints.empty())
        showInstead([endpoints](Composition& next) { next.addAgents(endpoints); });
}

void Composition::openClusterFile(const QString& path)
{
    if (const auto file = readCluster(path))
        showInstead([file](Composition& next) { next.addCluster(*file); });
}

void Composition::startDemo()
{
    showInstead(&Composition::addDemo);
}

void Composition::watchThisMachine()
{
    showInstead(&Composition::addThisMachine);
}

void Composition::acknowledge(const Alert& alert)
{
    m_cluster.applyDerived({{}, {{alert.entity, AlertLog::acknowledgement(alert, wallClockNow())}}});
}

void Composition::takeBundle(const QString& path, BundleChoice choice)
{
    m_incidents.archive().takeBundle(path.toStdString(), choice);
}

void Composition::closeAll()
{
    if (m_isShowing)
        Q_EMIT replaced([](Composition&) {});
}

std::vector<AgentEndpoint> Composition::endpointsOf(const QString& addresses)
{
    std::vector<AgentEndpoint> endpoints;
    for (const QString& part : addresses.split(u',', Qt::SkipEmptyParts)) {
        const QString address = part.trimmed();
        if (!address.contains(u':')) {
            Q_EMIT failed(tr("Cannot connect to \"%1\": expected host:port, such as node-17:7117").arg(address));
            continue;
        }
        endpoints.push_back(m_credentials);
        endpoints.back().address = address.toStdString();
    }
    return endpoints;
}

std::shared_ptr<const ClusterFile> Composition::readCluster(const QString& path)
{
    Result<ClusterFile> file = readClusterFile(path.toStdString());
    if (!file.isOk()) {
        Q_EMIT failed(QString::fromStdString(file.error().message));
        return nullptr;
    }
    return std::make_shared<ClusterFile>(std::move(file).value());
}

void Composition::addAgents(const std::vector<AgentEndpoint>& endpoints)
{
    if (endpoints.empty())
        return;
    record();
    for (const AgentEndpoint& endpoint : endpoints)
        m_sources.add(endpoint);
    report(success());
}

void Composition::addCluster(const ClusterFile& file)
{
    setTopology(file.topology);
    if (file.reporters)
        m_sources.allowReporters(*file.reporters);
    addAgents(file.endpoints);
}

void Composition::addDemo()
{
    const Result<ClusterFile> file = parseClusterFile(embeddedText(u":/clusters/demo.toml"_s), "the demo's cluster");
    if (file.isOk())
        setTopology(file.value().topology);
    record();
    report(m_sources.addEmbeddedCluster(embeddedText(u":/clusters/demo.toml"_s),
                                        embeddedText(u":/drills/pump-degradation.toml"_s)));
}

void Composition::addThisMachine()
{
    record();
    report(m_sources.addEmbeddedAgent());
}

void Composition::setTopology(const TopologyPtr& topology)
{
    m_cluster.setTopology(topology);
    m_history.beginAnew(topology);
}

void Composition::record()
{
    if (!m_recordFolder.isEmpty() && !m_history.isRecording())
        m_history.startRecording(m_recordFolder);
}

void Composition::openRecording(const QString& path)
{
    m_onceShown = nullptr;
    m_opener.open(path);
    Q_EMIT opening(path);
}

void Composition::take(const std::shared_ptr<OpenedFile>& file)
{
    Q_EMIT opening(QString());
    const Opening onceShown = std::exchange(m_onceShown, nullptr);
    const Status status = file->problem.empty() ? success() : Status(Error{file->problem});
    if (!status.isOk())
        report(status);
    const bool hasRecording = status.isOk() && file->recording;
    if (!hasRecording && !file->hasIncidents)
        return;
    const auto open = [file, onceShown, hasRecording](Composition& next) {
        if (hasRecording)
            next.showRecording(std::move(*file->recording));
        if (hasRecording && onceShown)
            onceShown(next);
        if (file->hasIncidents)
            next.m_incidents.archive().takeBundle(file->path.toStdString(), next.m_bundleChoice);
    };
    if (hasRecording)
        showInstead(open, file->recording->columns.tickPeriod());
    else
        open(*this); // incidents alone go with whatever is shown
}

void Composition::showRecording(OpenedRecording recording)
{
    if (const Status can = m_history.canShow(recording); !can.isOk())
        return report(can);
    m_history.show(std::move(recording));
    m_pump.setReplay([this] { return m_history.now(); });
    report(success());
}

void Composition::showTrace(OpenedTrace trace)
{
    m_pump.setReplay([this] { return m_traces.now(); });
    m_traces.show(std::move(trace));
    report(success());
    Q_EMIT traceShown();
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
    const TimeWindow::Place place = m_time.target(); // which the window may not have reached yet
    openRecording(path);
    m_onceShown = [shownNow, by, place, shift](Composition& next) {
        next.m_time.setRange({place.range.from + by, place.range.to + by});
        next.m_time.setCursor(place.cursor + by);
        next.m_compare.withRecording(shownNow, shift);
    };
}

void Composition::openTraces(const QStringList& paths)
{
    m_traces.open(paths);
}

void Composition::report(const Status& added)
{
    if (added.isOk()) {
        m_isShowing = true;
        Q_EMIT sourceAdded();
    } else {
        Q_EMIT failed(QString::fromStdString(added.error().message));
    }
}

} // namespace lockstep
