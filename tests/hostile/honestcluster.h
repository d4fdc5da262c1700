// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/agentservice/hub/telemetryhub.h"
#include "models/core/time.h"

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

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
        std::uint64_t ticks = 0; ///< of which it has a part
        std::uint64_t samples = 0;
        std::uint64_t lost = 0; ///< that were published after the first tick that it has of them, and are not in it
        bool hasNewest = false; ///< all of what was published last
        std::string problem; ///< why it could not be read; empty: it could
    };
    [[nodiscard]] Recorded recordedIn(const std::string& folder) const;

    /// Waits until a recorder has so many ticks. @return false when they do not come
    [[nodiscard]] bool waitUntilRecorded(const std::string& folder, std::uint64_t ticks) const;
    /// Publishes no more, and waits until a recorder has what there was, so that it can be stopped without a loss.
    /// @return false when that does not come
    [[nodiscard]] bool finishInto(const std::string& folder);

private:
    void publish(const std::stop_token& stop);
    [[nodiscard]] std::vector<TickIndex> published() const;

    const std::size_t m_nodes;
    TelemetryHub m_hub;
    std::unique_ptr<AgentServer> m_server;
    mutable std::mutex m_mutex;
    std::vector<TickIndex> m_published; ///< by all nodes; under the mutex
    std::jthread m_publisher;
};

} // namespace lockstep::test
