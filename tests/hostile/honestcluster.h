// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/agentservice/hub/telemetryhub.h"
#include "models/core/time.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <thread>

namespace lockstep {
class AgentServer;
}

namespace lockstep::test {

/// Nodes that tell the truth, over the real service: each 8 GPUs with two metrics, a span and, once, an event, at one
/// tick a second from now on. Beside them others lie; what a reader made of these here is counted by lostSamples().
class HonestCluster
{
public:
    static constexpr std::size_t gpusPerNode = 8;
    static constexpr const char* metric = "gpu.temperature"; ///< one that every GPU has at every tick

    explicit HonestCluster(std::size_t nodes);
    ~HonestCluster();

    [[nodiscard]] std::string address() const;
    [[nodiscard]] static std::string nodeName(std::size_t node);

    /// What a recording has of the honest nodes' temperatures.
    struct Recorded
    {
        std::uint64_t samples = 0;
        std::uint64_t lost
            = 0; ///< NaN between the first and the last tick that any of them has, or a node that is absent
        std::string problem; ///< why it could not be read; empty: it could
    };
    [[nodiscard]] Recorded recordedIn(const std::string& folder) const;

private:
    void publish(const std::stop_token& stop);

    const std::size_t m_nodes;
    TelemetryHub m_hub;
    std::unique_ptr<AgentServer> m_server;
    std::atomic<TickIndex> m_firstTick = 0; ///< published by all nodes
    std::atomic<TickIndex> m_lastTick = -1;
    std::jthread m_publisher;
};

} // namespace lockstep::test
