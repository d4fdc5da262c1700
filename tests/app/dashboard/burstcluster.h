// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/simulator/clusterpublisher.h"
#include "datasources/agentservice/agentserver.h"
#include "datasources/agentservice/telemetryhub.h"
#include "models/simulation/simulation.h"

#include <QString>
#include <QtGlobal>

#include <memory>

namespace lockstep::test {

/// A simulated cluster behind a real gRPC server, whose time passes when the test says so: minutes of a drill reach
/// the window in a moment, by the way that a real cluster takes.
class BurstCluster
{
public:
    /// @param past how long ago the first tick was: so many can be played before they lie in the future
    BurstCluster(sim::ClusterSpec spec, const sim::Drill& drill, std::chrono::seconds past)
        : m_publisher(simulation(std::move(spec), drill, past), m_hub)
    {
        m_publisher.describeAll();
        ServerOptions options;
        options.listen = "127.0.0.1:0";
        auto server = AgentServer::start(options, m_hub);
        if (!server.isOk())
            qFatal("%s", server.error().message.c_str());
        m_server = std::move(server).value();
    }

    [[nodiscard]] QString address() const { return QStringLiteral("127.0.0.1:%1").arg(m_server->port()); }
    [[nodiscard]] std::size_t nodeCount() const { return m_publisher.simulation().nodeCount(); }

    void play(int ticks)
    {
        for (int tick = 0; tick < ticks; ++tick)
            m_publisher.publishNext();
    }

private:
    static std::unique_ptr<sim::Simulation> simulation(sim::ClusterSpec spec, const sim::Drill& drill,
                                                       std::chrono::seconds past)
    {
        const Duration period = std::chrono::seconds(1);
        const TimePoint start = timeOfTick(tickIndexOf(wallClockNow() - past, period), period);
        auto made = sim::Simulation::create(std::move(spec), drill, 7, start, period);
        if (!made.isOk())
            qFatal("%s", made.error().message.c_str());
        return std::move(made).value();
    }

    TelemetryHub m_hub{TelemetryHub::Limits{.history = std::chrono::minutes(12)}};
    ClusterPublisher m_publisher;
    std::unique_ptr<AgentServer> m_server; ///< last: its threads use the hub
};

} // namespace lockstep::test
