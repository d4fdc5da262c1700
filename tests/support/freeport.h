// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/agentservice/agentserver.h"

#include <QtGlobal>
#include <fmt/format.h>

#include <memory>
#include <string>

namespace lockstep::test {

/// Serves a hub on a free port of this machine, in the clear.
[[nodiscard]] inline std::unique_ptr<AgentServer> serveOnFreePort(TelemetryHub& hub)
{
    ServerOptions options;
    options.listen = "127.0.0.1:0";
    auto server = AgentServer::start(options, hub);
    if (!server.isOk())
        qFatal("%s", server.error().message.c_str());
    return std::move(server).value();
}

[[nodiscard]] inline std::string addressOf(const AgentServer& server)
{
    return fmt::format("127.0.0.1:{}", server.port());
}

} // namespace lockstep::test
