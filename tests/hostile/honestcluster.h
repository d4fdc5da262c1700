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

/// Valid nodes behind the real service. Each has 8 GPUs with two metrics, a span and one event, and sends one tick per
/// second. Malicious agents run beside them; lostSamples() counts the samples of the valid nodes that a reader lost.
class HonestCluster
{
public:
    static constexpr std::size_t gpusPerNode = 8;
    static constexpr const char* metric = "gpu.temperature"; ///< one that every GPU has at every tick

    explicit HonestCluster(std::size_t nodes);
    ~HonestCluster();

    [[nodiscard]] std::string address() const;
    [[nodiscard]] static std::string nodeName(std::size_t node);

    /// The temperatures of the valid nodes in a recording.
    struct Recorded
    {
        std::uint64_t ticks = 0; ///< ticks of which some data exists
        std::uint64_t samples = 0;
        std::uint64_t lost = 0; ///< that were published after the first tick that it has of them, and are not in it
        bool hasNewest = false; ///< all of the last tick arrived
        std::string problem; ///< why it could not be read; empty: it could
    };
    [[nodiscard]] Recorded recordedIn(const std::string& folder) const;

    /// Waits until a recorder has that many ticks. @return false on timeout
    [[nodiscard]] bool waitUntilRecorded(const std::string& folder, std::uint64_t ticks) const;
    /// Stops publishing and waits until a recorder has everything, so that it can be stopped without loss.
    /// @return false on timeout
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
