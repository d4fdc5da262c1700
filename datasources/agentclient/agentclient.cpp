// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/agentclient/agentclient.h"

#include "datasources/agentclient/agentsession.h"
#include "datasources/agentclient/channelpool.h"
#include "models/core/batch.h"

namespace lockstep {

Status checkCredentials(const AgentEndpoint& endpoint)
{
    const bool hasCertificate = !endpoint.certificateFile.empty();
    const bool hasKey = !endpoint.privateKeyFile.empty();
    if (hasCertificate != hasKey)
        return Error{hasKey
                         ? "a private key is given without its certificate: give both (--cert and --key), or neither"
                         : "a certificate is given without its private key: give both (--cert and --key), or neither"};
    if (hasCertificate && endpoint.caFile.empty())
        return Error{"a certificate and key are given without the CA that signed the agents' certificates: pass --ca, "
                     "or set ca in the cluster file; without it, connections are not encrypted"};
    return success();
}

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
