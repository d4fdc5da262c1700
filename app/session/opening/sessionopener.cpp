// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/opening/sessionopener.h"

#include "app/session/exercise/exerciseroles.h"
#include "app/session/exercise/exercises.h"
#include "app/session/opening/startoptions.h"
#include "app/session/recordingsession.h"
#include "datasources/clusterfile/clusterfile.h"
#include "datasources/prometheus/engineplan.h"
#include "models/analysis/causality/alertowners.h"

#include <QRandomGenerator>

#include <utility>

namespace lockstep {

namespace {

using namespace Qt::StringLiterals;

} // namespace

std::unique_ptr<Session> makeSession(Opening& opening, const StartOptions& options)
{
    if (auto* const recording = std::get_if<OpenedRecording>(&opening.what))
        return std::make_unique<RecordingSession>(options.history, std::move(*recording));
    if (auto* const trace = std::get_if<OpenedTrace>(&opening.what))
        return std::make_unique<TraceSession>(options.history, std::move(*trace));
    return std::make_unique<LiveSession>(options.history, options.record,
                                         std::move(std::get<LiveSources>(opening.what)));
}

SessionOpener::SessionOpener(AgentEndpoint credentials, EngineEndpoint engine)
    : m_credentials(std::move(credentials)), m_engine(std::move(engine))
{
    connect(&m_recordings, &RecordingOpener::opened, this, &SessionOpener::take);
    connect(&m_traces, &TraceOpener::problem, this, &SessionOpener::failed);
    connect(&m_traces, &TraceOpener::opened, this, [this](const std::shared_ptr<OpenedTrace>& trace) {
        Q_EMIT opened(std::make_shared<Opening>(Opening{std::move(*trace)}));
    });
}

SessionOpener::~SessionOpener() = default;

void SessionOpener::deliver(LiveSources sources)
{
    Q_EMIT opened(std::make_shared<Opening>(Opening{std::move(sources), std::exchange(m_place, std::nullopt)}));
}

void SessionOpener::openExercise(const StartOptions& options)
{
    HallPtr hall;
    if (!options.clusterFile.isEmpty()) {
        Result<HallPtr> own = hallOfFile(options.clusterFile.toStdString());
        if (!own.isOk())
            return Q_EMIT failed(QString::fromStdString(own.error().message));
        hall = std::move(own).value();
    }
    const std::uint64_t number = options.exerciseSeed.value_or(QRandomGenerator::system()->generate64());
    const auto chosen = [&]() -> Result<SimulatedDrill> {
        if (options.exercise == u"surprise"_s)
            return surpriseExercise(1, number, hall);
        const Result<sim::Drill> drill = findDrill(options.exercise.toStdString());
        if (!drill.isOk())
            return drill.error();
        const Status playable = isPlayable(drill.value(), hall);
        if (!playable.isOk())
            return playable.error();
        return exerciseOf(drill.value(), 1, number, hall);
    };
    Result<SimulatedDrill> exercise = chosen();
    if (!exercise.isOk())
        return Q_EMIT failed(QString::fromStdString(exercise.error().message));
    SimulatedDrill drill = std::move(exercise).value();
    drill.roles = rolesFromName(options.role.toStdString()).value_or(std::vector<ExerciseRole>());
    startDrill(std::move(drill));
}

void SessionOpener::open(const StartOptions& options)
{
    if (!options.exercise.isEmpty())
        return openExercise(options);
    LiveSources live;
    if (!options.clusterFile.isEmpty())
        live = readCluster(options.clusterFile).value_or(LiveSources());
    const std::vector<AgentEndpoint> named = endpointsOf(options.connect.join(u','));
    live.agents.insert(live.agents.end(), named.begin(), named.end());
    live.demo = options.demo;
    live.thisMachine = options.here;
    if (!options.prometheus.isEmpty()) {
        live.agents.clear(); // uses only the layout of the cluster file, because agents have another tick period
        m_place = options.place;
        openEngine(options.prometheus, std::move(live));
    } else if (!live.isEmpty()) {
        Opening opening{std::move(live)};
        opening.place = options.place;
        opening.compareWith = options.replay.isEmpty() ? options.compare : QString();
        Q_EMIT opened(std::make_shared<Opening>(std::move(opening)));
    }
    openTraces(options.traces);
    if (options.replay.isEmpty())
        return;
    openRecording(options.replay);
    m_next.place = options.place;
    m_next.compareWith = options.compare;
}

void SessionOpener::connectTo(const QString& addresses)
{
    if (addresses.contains(u"://"_s))
        return openEngine(addresses.trimmed(), {});
    LiveSources sources;
    sources.agents = endpointsOf(addresses);
    if (!sources.isEmpty())
        deliver(std::move(sources));
}

void SessionOpener::openEngine(const QString& url, LiveSources cluster)
{
    EngineEndpoint endpoint = m_engine;
    endpoint.url = url.toStdString();
    Q_EMIT opening(url);
    m_exploring.ask([this, endpoint, cluster = std::move(cluster)](const std::stop_token& stop) {
        auto explored = std::make_shared<Result<EnginePlan>>(exploreEngine(endpoint, wallClockNow(), stop));
        if (stop.stop_requested())
            return;
        const auto deliverIt = [this, explored, endpoint, cluster] {
            Q_EMIT opening(QString());
            if (!explored->isOk())
                return Q_EMIT failed(QStringLiteral("%1: %2").arg(QString::fromStdString(endpoint.url),
                                                                  QString::fromStdString(explored->error().message)));
            LiveSources sources = cluster;
            sources.engine = std::make_shared<const EnginePlan>(std::move(*explored).value());
            deliver(std::move(sources));
        };
        QMetaObject::invokeMethod(this, deliverIt, Qt::QueuedConnection);
    });
}

void SessionOpener::openPlan(const std::shared_ptr<const EnginePlan>& plan)
{
    m_exploring.cancel();
    Q_EMIT opening(QString());
    LiveSources sources;
    sources.engine = plan;
    deliver(std::move(sources));
}

void SessionOpener::openClusterFile(const QString& path)
{
    if (auto sources = readCluster(path))
        deliver(std::move(*sources));
}

void SessionOpener::startDemo()
{
    LiveSources sources;
    sources.demo = true;
    deliver(std::move(sources));
}

void SessionOpener::startDrill(SimulatedDrill drill)
{
    LiveSources sources;
    sources.demo = true;
    sources.drill = std::make_shared<const SimulatedDrill>(std::move(drill));
    deliver(std::move(sources));
}

void SessionOpener::watchThisMachine()
{
    LiveSources sources;
    sources.thisMachine = true;
    deliver(std::move(sources));
}

std::vector<AgentEndpoint> SessionOpener::endpointsOf(const QString& addresses)
{
    std::vector<AgentEndpoint> endpoints;
    for (const QString& part : addresses.split(u',', Qt::SkipEmptyParts)) {
        const QString address = part.trimmed();
        if (!address.contains(u':')) {
            Q_EMIT failed(tr("Cannot connect to \"%1\": expected host:port, for example node-17:7117").arg(address));
            continue;
        }
        endpoints.push_back(m_credentials);
        endpoints.back().address = address.toStdString();
    }
    return endpoints;
}

std::optional<LiveSources> SessionOpener::readCluster(const QString& path)
{
    Result<ClusterFile> file = readClusterFile(path.toStdString());
    if (!file.isOk()) {
        Q_EMIT failed(QString::fromStdString(file.error().message));
        return std::nullopt;
    }
    if (const Status owners = checkOwners(*file.value().plan); !owners.isOk()) {
        Q_EMIT failed(path + u": "_s + QString::fromStdString(owners.error().message));
        return std::nullopt;
    }
    LiveSources sources;
    sources.topology = file.value().topology;
    sources.clusterFile = path.toStdString();
    sources.reporters = file.value().reporters;
    sources.agents = followedByReaders(file.value());
    return sources;
}

void SessionOpener::openRecording(const QString& path)
{
    m_next = {};
    m_recordings.open(path);
    Q_EMIT opening(path);
}

void SessionOpener::openRecordingAt(const QString& path, const TimeWindow::Place& place, const QString& compareWith,
                                    qint64 shift)
{
    openRecording(path);
    m_next.place = place;
    m_next.compareWith = compareWith;
    m_next.shift = shift;
}

void SessionOpener::openTraces(const QStringList& paths)
{
    m_traces.open(paths);
}

void SessionOpener::take(const std::shared_ptr<OpenedFile>& file)
{
    Q_EMIT opening(QString());
    auto next = std::make_shared<Opening>(std::exchange(m_next, {}));
    if (!file->problem.empty()) {
        Q_EMIT failed(QString::fromStdString(file->problem));
    } else if (file->recording) {
        next->what = std::move(*file->recording);
        next->bundle = file->hasIncidents ? file->path : QString();
        Q_EMIT opened(next);
    } else if (file->hasIncidents) {
        Q_EMIT incidentsFound(file->path);
    }
}

} // namespace lockstep

#include "moc_sessionopener.cpp"
#include "models/core/batch.h"
