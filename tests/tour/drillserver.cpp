// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/tour/drillserver.h"

#include "app/simulator/clusterpublisher.h"
#include "datasources/agentservice/agentserver.h"
#include "datasources/clusterfile/simulationfile.h"

#include <QFile>

#include <condition_variable>
#include <mutex>

namespace lockstep {

namespace {

using namespace Qt::StringLiterals;

constexpr Duration drillTick = std::chrono::seconds(1);
constexpr auto catchUpPause = std::chrono::milliseconds(40); ///< that a window follows easily

std::string textOfResource(const QString& name)
{
    QFile file(qEnvironmentVariable("LOCKSTEP_SOURCE_DIR") + u"/resources/"_s + name);
    return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
}

} // namespace

DrillServer::DrillServer(const QString& drillName, std::chrono::seconds history)
    : m_start(std::chrono::floor<std::chrono::seconds>(wallClockNow()) - history),
      m_hub(std::make_unique<TelemetryHub>(TelemetryHub::Limits{.history = std::chrono::minutes(2)}))
{
    const auto spec = parseSimulation(textOfResource(u"clusters/demo.toml"_s), "the demo's cluster");
    const auto drill = parseDrill(textOfResource(u"drills/"_s + drillName + u".toml"_s), drillName.toStdString());
    if (!spec.isOk() || !drill.isOk()) {
        m_problem = u"cannot read the cluster or the drill"_s;
        return;
    }
    auto simulation = sim::Simulation::create(spec.value(), drill.value(), 1, m_start, drillTick);
    if (!simulation.isOk()) {
        m_problem = QString::fromStdString(simulation.error().message);
        return;
    }
    m_publisher = std::make_unique<ClusterPublisher>(std::move(simulation).value(), *m_hub);
    m_publisher->describeAll();
    ServerOptions options;
    options.listen = "127.0.0.1:0";
    auto server = AgentServer::start(options, *m_hub);
    if (server.isOk())
        m_server = std::move(server).value();
    else
        m_problem = QString::fromStdString(server.error().message);
}

DrillServer::~DrillServer() = default;

QString DrillServer::address() const
{
    return u"127.0.0.1:%1"_s.arg(m_server->port());
}

void DrillServer::begin()
{
    m_thread = std::jthread([this](const std::stop_token& stop) { publish(stop); });
}

void DrillServer::publish(const std::stop_token& stop)
{
    std::mutex mutex;
    std::condition_variable_any due;
    std::unique_lock lock(mutex);
    while (!stop.stop_requested()) {
        const Duration early = m_publisher->now() + drillTick - wallClockNow();
        m_hasCaughtUp = m_hasCaughtUp || early > Duration::zero();
        due.wait_for(lock, stop, std::max<Duration>(early, catchUpPause), [] { return false; });
        if (!stop.stop_requested())
            m_publisher->publishNext();
    }
}

} // namespace lockstep
