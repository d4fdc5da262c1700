// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/livesession.h"

#include "app/session/sitelayout.h"
#include "app/simulator/clusterpublisher.h"
#include "datasources/agentservice/agentserver.h"
#include "datasources/agentservice/hub/telemetryhub.h"
#include "datasources/clusterfile/clusterfile.h"
#include "datasources/clusterfile/simulationfile.h"
#include "datasources/collectors/sampling/huboutput.h"
#include "datasources/prometheus/engineplan.h"
#include "datasources/prometheus/prometheussource.h"
#include "models/store/clustermodel.h"

#include <QDateTime>
#include <QFile>
#include <fmt/format.h>

#include <condition_variable>
#include <mutex>
#include <thread>
#include <utility>

namespace lockstep {

namespace {

constexpr Duration period = std::chrono::seconds(1);

/// Publishes each tick when it is due.
void play(const std::stop_token& stop, ClusterPublisher& publisher)
{
    std::mutex mutex;
    std::condition_variable_any due;
    std::unique_lock lock(mutex);
    while (!stop.stop_requested()) {
        const auto wait = publisher.now() + period - wallClockNow();
        due.wait_for(lock, stop, wait, [] { return false; });
        if (!stop.stop_requested())
            publisher.publishNext();
    }
}

} // namespace

struct EmbeddedCluster::Parts
{
    explicit Parts(std::unique_ptr<sim::Simulation> simulation)
        : hub({.history = std::chrono::minutes(2)}),
          faults(simulation->truth().faults),
          publisher(std::move(simulation), hub)
    { }

    TelemetryHub hub;
    const std::vector<sim::TrueFault> faults;
    ClusterPublisher publisher;
    std::unique_ptr<AgentServer> server;
    std::jthread player; ///< last: it uses all of the above
};

EmbeddedCluster::EmbeddedCluster(std::unique_ptr<Parts> parts) : m_parts(std::move(parts)) { }

EmbeddedCluster::~EmbeddedCluster() = default;

Result<std::unique_ptr<EmbeddedCluster>> EmbeddedCluster::start(const std::string& clusterText,
                                                                const SimulatedDrill& drill)
{
    const Result<sim::ClusterSpec> spec
        = drill.hall ? Result<sim::ClusterSpec>(drill.hall->spec) : parseSimulation(clusterText, "the demo's cluster");
    if (!spec.isOk())
        return spec.error();
    // Starts with the tick that is due now, so that there is data at once.
    const TimePoint start = timeOfTick(tickIndexOf(wallClockNow(), period) - 1, period);
    Result<std::unique_ptr<sim::Simulation>> simulation
        = sim::Simulation::create(spec.value(), drill.drill, drill.seed, start, period);
    if (!simulation.isOk())
        return simulation.error();

    auto parts = std::make_unique<Parts>(std::move(simulation).value());
    parts->publisher.describeAll();
    ServerOptions options;
    options.listen = "127.0.0.1:0";
    Result<std::unique_ptr<AgentServer>> server = AgentServer::start(options, parts->hub);
    if (!server.isOk())
        return server.error();
    parts->server = std::move(server).value();
    parts->player
        = std::jthread([&publisher = parts->publisher](const std::stop_token& stop) { play(stop, publisher); });
    return std::unique_ptr<EmbeddedCluster>(new EmbeddedCluster(std::move(parts)));
}

const std::vector<sim::TrueFault>& EmbeddedCluster::faults() const
{
    return m_parts->faults;
}

std::string EmbeddedCluster::address() const
{
    return fmt::format("127.0.0.1:{}", m_parts->server->port());
}

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
    if (status.retentionReason != std::exchange(m_reportedKept, status.retentionReason)
        && !status.retentionReason.empty())
        Q_EMIT problem(QString::fromStdString(status.retentionReason));
    if (status.problem == m_reportedProblem)
        return;
    m_reportedProblem = status.problem;
    Q_EMIT problem(m_reportedProblem.empty()
                       ? tr("Recording resumed in %1").arg(QString::fromStdString(m_recorder->folder()))
                       : QString::fromStdString(m_reportedProblem));
}

/// An agent for this machine in this process, served over gRPC on a free loopback port, so that it takes the same path
/// as a remote agent. Has its own threads; owned by the sources.
class EmbeddedAgent
{
public:
    [[nodiscard]] static Result<std::unique_ptr<EmbeddedAgent>> start()
    {
        AgentConfig config;
        config.server.listen = "127.0.0.1:0";
        config.collectorsOff.insert("agent"); // would report the dashboard's load as that of the agent
        auto agent = std::make_unique<EmbeddedAgent>(config);
        Result<std::unique_ptr<AgentServer>> server = AgentServer::start(config.server, agent->m_hub);
        if (!server.isOk())
            return server.error();
        agent->m_server = std::move(server).value();
        agent->m_agent.start();
        return agent;
    }

    explicit EmbeddedAgent(const AgentConfig& config) : m_agent(config, makeCollectors(config), publishTo(m_hub)) { }
    ~EmbeddedAgent() { m_agent.stop(); }
    EmbeddedAgent(const EmbeddedAgent&) = delete;
    EmbeddedAgent& operator=(const EmbeddedAgent&) = delete;

    [[nodiscard]] std::string address() const { return fmt::format("127.0.0.1:{}", m_server->port()); }

private:
    TelemetryHub m_hub;
    std::unique_ptr<AgentServer> m_server;
    NodeAgent m_agent;
};

SourceSet::SourceSet(BatchQueue& queue) : m_queue(queue) { }

SourceSet::~SourceSet() = default;

SourceId SourceSet::nextId() const
{
    auto next = static_cast<std::uint32_t>(m_engines.size());
    for (const AgentEndpoint& endpoint : m_endpoints)
        next += sourcesOf(endpoint);
    return SourceId{next};
}

void SourceSet::add(AgentEndpoint endpoint)
{
    const SourceId id = nextId();
    m_endpoints.push_back(endpoint);
    m_clients.push_back(std::make_unique<AgentClient>(
        id, std::move(endpoint), [&queue = m_queue](BatchPtr batch) { queue.push(std::move(batch)); }, m_channels));
    m_clients.back()->start();
}

void SourceSet::add(std::shared_ptr<const EnginePlan> engine)
{
    const SourceId id = nextId();
    m_plans.push_back(engine);
    m_engines.push_back(std::make_unique<PrometheusSource>(
        id, std::move(engine), [&queue = m_queue](BatchPtr batch) { queue.push(std::move(batch)); }));
}

void SourceSet::reconnect()
{
    std::vector<std::shared_ptr<const EnginePlan>> plans = std::exchange(m_plans, {});
    m_engines.clear();
    const std::vector<AgentEndpoint> endpoints = std::exchange(m_endpoints, {});
    m_clients.clear();
    for (const AgentEndpoint& endpoint : endpoints)
        add(endpoint);
    for (std::shared_ptr<const EnginePlan>& engine : plans)
        add(std::move(engine));
}

template <class Embedded>
Status SourceSet::keep(Result<std::unique_ptr<Embedded>> started, std::unique_ptr<Embedded>& place)
{
    if (!started.isOk())
        return started.error();
    place = std::move(started).value();
    AgentEndpoint endpoint;
    endpoint.address = place->address();
    add(std::move(endpoint));
    return success();
}

Status SourceSet::addEmbeddedAgent()
{
    return m_agent ? success() : keep(EmbeddedAgent::start(), m_agent);
}

Status SourceSet::addEmbeddedCluster(const std::string& clusterText, const SimulatedDrill& drill)
{
    return m_cluster ? success() : keep(EmbeddedCluster::start(clusterText, drill), m_cluster);
}

namespace {

using namespace Qt::StringLiterals;

/// A file that is built into the program.
std::string embeddedText(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
}

/// The demo is deterministic, so that users can refer to it.
Result<std::shared_ptr<const SimulatedDrill>> demoDrill()
{
    Result<sim::Drill> drill = parseDrill(embeddedText(u":/drills/pump-degradation.toml"_s), "the demo's drill");
    if (!drill.isOk())
        return drill.error();
    return std::make_shared<const SimulatedDrill>(SimulatedDrill{std::move(drill).value()});
}

constexpr Duration usualPeriod = std::chrono::seconds(1);

/// Keeps as many ticks as for sources with one tick per second.
StoreLimits liveLimits(Duration history, const LiveSources& sources)
{
    return {tickPeriodOf(sources), history * (tickPeriodOf(sources) / usualPeriod)};
}

} // namespace

Duration tickPeriodOf(const LiveSources& sources)
{
    return sources.engine ? sources.engine->period : usualPeriod;
}

LiveSession::LiveSession(Duration history, RecordFolder record, LiveSources sources)
    : Session(liveLimits(history, sources)),
      m_record(std::move(record)),
      m_wanted(std::move(sources)),
      m_recording(cluster(), m_time),
      m_notifiers(cluster().store(), alerts()),
      m_sources(m_queue)
{
    connect(&m_recording, &RollingRecording::problem, this, &Session::problem);
    connect(&m_notifiers, &AlertNotifiers::problem, this, &Session::problem);
    connect(&m_recording.past(), &SessionPast::cannotStep, this, &Session::cannotStep);
}

LiveSession::~LiveSession() = default;

void LiveSession::begin()
{
    m_pump.start();
    watch(std::exchange(m_wanted, {}));
}

bool LiveSession::canWatch(const LiveSources& sources) const
{
    return isEmpty() && cluster().store().tickPeriod() == tickPeriodOf(sources);
}

void LiveSession::watch(const LiveSources& sources)
{
    if (sources.isEmpty())
        return;
    if (sources.demo)
        takeDrill(sources.drill);
    reportAlerts(std::exchange(m_alertTargets, {}));
    const std::string demo = sources.demo ? embeddedText(u":/clusters/demo.toml"_s) : std::string();
    m_isPlanned = m_isPlanned || sources.topology;
    if (sources.topology) {
        cluster().setTopology(sources.topology);
        m_clusterFile = sources.clusterFile;
    } else if (sources.demo && m_drill->hall) {
        cluster().setTopology(m_drill->hall->layout);
    } else if (const Result<ClusterFile> file = parseClusterFile(demo, "the demo's cluster");
               sources.demo && file.isOk())
        cluster().setTopology(file.value().topology);
    const bool hasOnlyPast = sources.engine && sources.engine->isHistorical();
    const QString folder = hasOnlyPast ? QString() : m_record.pathFor(sources, wallClockNow());
    if (!folder.isEmpty())
        m_recording.start(folder, analysisNames(), sources.engine, m_record.limits());
    if (!sources.demo && m_recording.isRecording()) { // each simulated cluster starts anew
        if (const std::string wrong = m_learned.open(m_recording.path()); !wrong.empty())
            Q_EMIT problem(QString::fromStdString(wrong));
    } else if (sources.engine)
        m_recording.past().useEngine(sources.engine, {});
    if (m_recording.isRecording())
        m_results.readFrom(Recording::growing(m_recording.path().toStdString()), RecordedPast::growing);
    if (sources.reporters)
        m_sources.allowReporters(*sources.reporters);
    for (const AgentEndpoint& agent : sources.agents)
        m_sources.add(agent);
    if (sources.engine) {
        m_engineUrl = sources.engine->endpoint.url;
        m_sources.add(sources.engine);
    }
    if (hasOnlyPast) {
        const TimePoint newest = sources.engine->newest;
        m_time.setCursor(newest);
        Q_EMIT note(tr("%1 has no current data. The window shows its newest sample, from %2 UTC.")
                        .arg(QString::fromStdString(sources.engine->endpoint.url),
                             QDateTime::fromMSecsSinceEpoch(nsOf(newest) / 1'000'000, Qt::UTC)
                                 .toString(u"yyyy-MM-dd HH:mm:ss"_s)));
    }
    if (!sources.agents.empty() || sources.engine || sources.topology)
        Q_EMIT shown();
    if (sources.demo)
        report(m_sources.addEmbeddedCluster(demo, *m_drill));
    if (sources.thisMachine)
        report(m_sources.addEmbeddedAgent());
}

void LiveSession::takeDrill(std::shared_ptr<const SimulatedDrill> drill)
{
    if (drill) {
        m_drill = std::move(drill);
        return;
    }
    Result<std::shared_ptr<const SimulatedDrill>> own = demoDrill();
    if (!own.isOk())
        Q_EMIT problem(QString::fromStdString(own.error().message));
    m_drill = own.isOk() ? std::move(own).value() : std::make_shared<const SimulatedDrill>();
}

const SimulatedDrill* LiveSession::exercise() const
{
    return m_drill && m_drill->isExercise ? m_drill.get() : nullptr;
}

std::string LiveSession::ownClusterText() const
{
    return m_drill && !m_drill->hall ? embeddedText(u":/clusters/demo.toml"_s)
                                     : clusterTextOf(cluster().store(), agents());
}

std::vector<sim::TrueFault> LiveSession::trueFaults() const
{
    const EmbeddedCluster* const cluster = m_sources.embeddedCluster();
    return cluster ? cluster->faults() : std::vector<sim::TrueFault>();
}

void LiveSession::reportAlerts(std::vector<NotifierTarget> notifiers)
{
    m_alertTargets = std::move(notifiers);
    m_notifiers.setTargets(m_drill ? std::vector<NotifierTarget>() : m_alertTargets);
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
    if (batches.empty())
        return;
    m_learned.follow(std::chrono::steady_clock::now());
    if (const std::string wrong = m_learned.problem(); !wrong.empty())
        Q_EMIT problem(QString::fromStdString(wrong));
}

} // namespace lockstep

#include "moc_livesession.cpp"
#include "models/core/batch.h"
