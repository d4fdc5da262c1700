// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/sources/embeddedagent.h"

#include "datasources/agentservice/agentserver.h"
#include "datasources/agentservice/hub/telemetryhub.h"
#include "datasources/collectors/sampling/huboutput.h"

#include <fmt/format.h>

namespace lockstep {

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

} // namespace lockstep
