// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/agentclient/agentclient.h"
#include "datasources/agentclient/channelpool.h"
#include "models/core/result.h"
#include "models/core/work/batchqueue.h"

#include <memory>
#include <string>
#include <vector>

namespace lockstep {

class EmbeddedAgent;
class EmbeddedCluster;
class PrometheusSource;
struct EnginePlan;
struct SimulatedDrill;

/// The connections that feed the queue. Adding one never waits for the peer. GUI thread; owned by the live session,
/// which destroys it before the queue.
class SourceSet
{
public:
    explicit SourceSet(BatchQueue& queue);
    ~SourceSet();
    SourceSet(const SourceSet&) = delete;
    SourceSet& operator=(const SourceSet&) = delete;

    void add(AgentEndpoint endpoint);
    void add(std::shared_ptr<const EnginePlan> engine);
    /// Only these nodes may report entities that belong to no node. @see ChannelPool
    void allowReporters(const std::vector<std::string>& nodes) { m_channels.allowReporters(nodes); }
    /// Reconnects all sources at once.
    void reconnect();
    /// Starts an agent of this machine in this process and connects to it like to any other.
    [[nodiscard]] Status addEmbeddedAgent();
    /// Starts a simulated cluster in this process and connects to it like to any other.
    [[nodiscard]] Status addEmbeddedCluster(const std::string& clusterText, const SimulatedDrill& drill);
    [[nodiscard]] const EmbeddedCluster* embeddedCluster() const { return m_cluster.get(); } ///< null: none

    /// Closes all connections.
    void clear();

    [[nodiscard]] const std::vector<AgentEndpoint>& agents() const { return m_endpoints; }
    [[nodiscard]] bool isEmpty() const { return m_clients.empty() && m_engines.empty(); }

private:
    [[nodiscard]] SourceId nextId() const;
    template <class Embedded>
    Status keep(Result<std::unique_ptr<Embedded>> started, std::unique_ptr<Embedded>& place);

    BatchQueue& m_queue;
    std::unique_ptr<EmbeddedAgent> m_agent;
    std::unique_ptr<EmbeddedCluster> m_cluster;
    ChannelPool m_channels; ///< shared, so that a thousand agents need no additional thread
    std::vector<AgentEndpoint> m_endpoints; ///< by client
    std::vector<std::unique_ptr<AgentClient>> m_clients;
    std::vector<std::shared_ptr<const EnginePlan>> m_plans; ///< by engine
    std::vector<std::unique_ptr<PrometheusSource>> m_engines;
};

} // namespace lockstep
