// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/collectors/sampling/nodesampler.h"

#include <functional>
#include <memory>
#include <string>
#include <thread>

namespace lockstep {

/// Destination of an agent's messages. Called on the sampling thread.
struct AgentOutput
{
    /// Receives the node's identity, before its first tick and whenever its hardware has changed.
    std::function<void(std::shared_ptr<const NodeIdentity>)> describe;
    /// A tick, and all names that its spans refer to.
    std::function<void(const std::string& node, const NodeTick&, std::shared_ptr<const std::vector<std::string>> names)>
        publish;
};

/// The node agent without its server: samples this machine on one thread and publishes the ticks. Ticks are aligned to
/// multiples of the period on the wall clock and carry that nominal time. Changed hardware gives a new layout. Used by
/// lockstep-agent and the dashboard; owned by their composition.
///
///     TelemetryHub hub;
///     NodeAgent agent(config, makeCollectors(config), publishTo(hub));
///     agent.start();
class NodeAgent
{
public:
    NodeAgent(const AgentConfig& config, Collectors collectors, AgentOutput output);
    ~NodeAgent();
    NodeAgent(const NodeAgent&) = delete;
    NodeAgent& operator=(const NodeAgent&) = delete;

    /// The name of the node.
    [[nodiscard]] const std::string& nodeName() const { return m_nodeName; }

    /// Starts sampling; detects hardware first, on the new thread.
    void start();
    /// Ends the thread and waits for it, at most for one sample. May be called repeatedly, and before start.
    void stop();

private:
    void run(const std::stop_token& stop);
    void publish(NodeTick tick, Duration clockStep);

    AgentConfig m_config;
    NodeSampler m_sampler;
    AgentOutput m_output;
    std::string m_nodeName;
    std::jthread m_thread; ///< last: it uses all of the above
};

} // namespace lockstep
