// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/agentclient/agentclient.h"

#include "datasources/agentclient/agentsession.h"
#include "datasources/agentclient/channelpool.h"
#include "models/core/batch.h"

namespace lockstep {

AgentClient::AgentClient(SourceId source, AgentEndpoint endpoint, std::function<void(BatchPtr)> sink)
    : m_ownPool(std::make_unique<ChannelPool>()),
      m_session(std::make_shared<AgentSession>(source, std::move(endpoint), std::move(sink), m_ownPool->runtime()))
{ }

AgentClient::AgentClient(SourceId source, AgentEndpoint endpoint, std::function<void(BatchPtr)> sink, ChannelPool& pool)
    : m_session(std::make_shared<AgentSession>(source, std::move(endpoint), std::move(sink), pool.runtime()))
{ }

AgentClient::~AgentClient()
{
    stop();
}

void AgentClient::start()
{
    m_session->start();
}

void AgentClient::stop()
{
    m_session->stop();
}

} // namespace lockstep
