// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/sources/sourceset.h"

#include "app/session/sources/embeddedcluster.h"
#include "datasources/agentservice/agentserver.h"
#include "datasources/agentservice/hub/telemetryhub.h"
#include "datasources/collectors/sampling/huboutput.h"
#include "datasources/prometheus/prometheussource.h"
#include "models/core/batch.h"

#include <fmt/format.h>

#include <utility>

namespace lockstep {

/// An agent for this machine in this process, served over gRPC on a free loopback port, so that it takes the same path
/// as a remote agent. Has its own threads; owned by the sources.
class EmbeddedAgent
{
public:
    [[nodiscard]] static Result<std::unique_ptr<EmbeddedAgent>> start();
    ~EmbeddedAgent();
    EmbeddedAgent(const EmbeddedAgent&) = delete;
    EmbeddedAgent& operator=(const EmbeddedAgent&) = delete;

    [[nodiscard]] std::string address() const; ///< "127.0.0.1:port"

private:
    struct Parts;
    explicit EmbeddedAgent(std::unique_ptr<Parts> parts);
    std::unique_ptr<Parts> m_parts;
};

struct EmbeddedAgent::Parts
{
    explicit Parts(const AgentConfig& config) : agent(config, makeCollectors(config), publishTo(hub)) { }

    TelemetryHub hub;
    std::unique_ptr<AgentServer> server;
    NodeAgent agent;
};

EmbeddedAgent::EmbeddedAgent(std::unique_ptr<Parts> parts) : m_parts(std::move(parts)) { }

EmbeddedAgent::~EmbeddedAgent()
{
    m_parts->agent.stop();
}

Result<std::unique_ptr<EmbeddedAgent>> EmbeddedAgent::start()
{
    AgentConfig config;
    config.server.listen = "127.0.0.1:0";
    config.collectorsOff.insert("agent"); // it would report the dashboard's load as the agent's
    auto parts = std::make_unique<Parts>(config);
    Result<std::unique_ptr<AgentServer>> server = AgentServer::start(config.server, parts->hub);
    if (!server.isOk())
        return server.error();
    parts->server = std::move(server).value();
    parts->agent.start();
    return std::unique_ptr<EmbeddedAgent>(new EmbeddedAgent(std::move(parts)));
}

std::string EmbeddedAgent::address() const
{
    return fmt::format("127.0.0.1:{}", m_parts->server->port());
}

SourceSet::SourceSet(BatchQueue& queue) : m_queue(queue) { }

SourceSet::~SourceSet() = default;

SourceId SourceSet::nextId() const
{
    auto next = static_cast<std::uint32_t>(m_engines.size());
    for (const AgentEndpoint& endpoint : m_endpoints)
        next += sourcesOf(endpoint);
    return SourceId{next};
}

void SourceSet::add(AgentEndpoint endpoint)
{
    const SourceId id = nextId();
    m_endpoints.push_back(endpoint);
    m_clients.push_back(std::make_unique<AgentClient>(
        id, std::move(endpoint), [&queue = m_queue](BatchPtr batch) { queue.push(std::move(batch)); }, m_channels));
    m_clients.back()->start();
}

void SourceSet::add(std::shared_ptr<const EnginePlan> engine)
{
    const SourceId id = nextId();
    m_plans.push_back(engine);
    m_engines.push_back(std::make_unique<PrometheusSource>(
        id, std::move(engine), [&queue = m_queue](BatchPtr batch) { queue.push(std::move(batch)); }));
}

void SourceSet::reconnect()
{
    std::vector<std::shared_ptr<const EnginePlan>> plans = std::exchange(m_plans, {});
    m_engines.clear();
    const std::vector<AgentEndpoint> endpoints = std::exchange(m_endpoints, {});
    m_clients.clear();
    for (const AgentEndpoint& endpoint : endpoints)
        add(endpoint);
    for (std::shared_ptr<const EnginePlan>& engine : plans)
        add(std::move(engine));
}

void SourceSet::clear()
{
    m_engines.clear();
    m_plans.clear();
    m_clients.clear();
    m_endpoints.clear();
    m_cluster.reset();
    m_agent.reset();
}

template <class Embedded>
Status SourceSet::keep(Result<std::unique_ptr<Embedded>> started, std::unique_ptr<Embedded>& place)
{
    if (!started.isOk())
        return started.error();
    place = std::move(started).value();
    AgentEndpoint endpoint;
    endpoint.address = place->address();
    add(std::move(endpoint));
    return success();
}

Status SourceSet::addEmbeddedAgent()
{
    return m_agent ? success() : keep(EmbeddedAgent::start(), m_agent);
}

Status SourceSet::addEmbeddedCluster(const std::string& clusterText, const SimulatedDrill& drill)
{
    return m_cluster ? success() : keep(EmbeddedCluster::start(clusterText, drill), m_cluster);
}

} // namespace lockstep
