// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dashboard/sourceset.h"

#include "app/dashboard/embeddedagent.h"

namespace lockstep {

SourceSet::SourceSet(BatchQueue& queue) : m_queue(queue) { }

SourceSet::~SourceSet() = default;

void SourceSet::add(AgentEndpoint endpoint)
{
    const SourceId id{static_cast<std::uint32_t>(m_clients.size())};
    m_clients.push_back(std::make_unique<AgentClient>(
        id, std::move(endpoint), [&queue = m_queue](BatchPtr batch) { queue.push(std::move(batch)); }));
    m_clients.back()->start();
}

Status SourceSet::addEmbeddedAgent()
{
    if (m_embedded)
        return success();
    Result<std::unique_ptr<EmbeddedAgent>> agent = EmbeddedAgent::start();
    if (!agent.isOk())
        return agent.error();
    m_embedded = std::move(agent).value();
    AgentEndpoint endpoint;
    endpoint.address = m_embedded->address();
    add(std::move(endpoint));
    return success();
}

} // namespace lockstep
