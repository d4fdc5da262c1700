// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/sources/embeddedcluster.h"

#include "app/simulator/clusterpublisher.h"
#include "datasources/agentservice/agentserver.h"
#include "datasources/agentservice/hub/telemetryhub.h"
#include "datasources/clusterfile/simulationfile.h"

#include <fmt/format.h>

#include <condition_variable>
#include <mutex>
#include <thread>

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
    // Start with the tick that is due now, so that there is data at once.
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

} // namespace lockstep
