// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/simulator/clusterpublisher.h"
#include "datasources/agentservice/agentserver.h"
#include "datasources/agentservice/hub/telemetryhub.h"
#include "models/simulation/simulation.h"
#include "models/store/clusterstore.h"
#include "tests/support/freeport.h"
#include "tests/support/waiting.h"

#include <QString>
#include <QTest>
#include <QtGlobal>

#include <algorithm>
#include <memory>

namespace lockstep::test {

/// A simulated cluster behind a real gRPC server, whose time the test advances. Minutes of a drill reach the window at
/// once, over the same path as real data.
class BurstCluster
{
public:
    /// @param past age of the first tick: this many seconds can be played before ticks are in the future
    BurstCluster(sim::ClusterSpec spec, const sim::Drill& drill, std::chrono::seconds past)
        : m_publisher(simulation(std::move(spec), drill, past), m_hub)
    {
        m_publisher.describeAll();
        m_server = serveOnFreePort(m_hub);
    }

    [[nodiscard]] QString address() const { return QString::fromStdString(addressOf(*m_server)); }
    [[nodiscard]] std::size_t nodeCount() const { return m_publisher.simulation().nodeCount(); }

    void play(int ticks)
    {
        for (int tick = 0; tick < ticks; ++tick)
            m_publisher.publishNext();
    }

    /// Plays a few ticks at a time, and continues when all nodes have delivered them, so that results do not depend on
    /// which node is ahead.
    /// @return whether all have arrived
    [[nodiscard]] bool playInto(const ClusterStore& store, int ticks)
    {
        constexpr int atOnce = 3;
        for (int played = 0; played < ticks;) {
            const int next = std::min(atOnce, ticks - played);
            play(next);
            played += next;
            const auto hasAll = [&] {
                for (std::uint32_t node = 0; node < nodeCount(); ++node) {
                    if (store.node({EntityKind::Node, node}).ticks < static_cast<std::uint64_t>(played))
                        return false;
                }
                return true;
            };
            if (!test::waitFor(hasAll))
                return false;
        }
        return true;
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
