// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/sources/sourceset.h"

#include "app/session/sources/embeddedagent.h"
#include "app/session/sources/embeddedcluster.h"
#include "datasources/prometheus/prometheussource.h"
#include "models/core/batch.h"

#include <utility>

namespace lockstep {

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
