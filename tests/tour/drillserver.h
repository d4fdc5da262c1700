// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/time.h"

#include <QString>

#include <atomic>
#include <memory>
#include <thread>

namespace lockstep {

class AgentServer;
class ClusterPublisher;
class TelemetryHub;

/// The demo's cluster with a drill of resources/drills, served over gRPC on loopback. Starts in the past: publishes as
/// fast as possible until it has caught up with the clock, then in real time.
class DrillServer
{
public:
    /// @param history how long ago it began; what went wrong: see problem()
    DrillServer(const QString& drill, std::chrono::seconds history);
    ~DrillServer();

    [[nodiscard]] const QString& problem() const { return m_problem; } ///< empty: none
    [[nodiscard]] QString address() const;
    /// Publishes from now on.
    void begin();
    [[nodiscard]] TimePoint start() const { return m_start; }
    [[nodiscard]] bool hasCaughtUp() const { return m_hasCaughtUp; }

private:
    void publish(const std::stop_token& stop);

    QString m_problem;
    TimePoint m_start;
    std::unique_ptr<TelemetryHub> m_hub;
    std::unique_ptr<ClusterPublisher> m_publisher;
    std::unique_ptr<AgentServer> m_server;
    std::atomic<bool> m_hasCaughtUp = false;
    std::jthread m_thread; ///< last: it uses all of the above
};

} // namespace lockstep
