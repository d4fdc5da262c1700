// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/result.h"

#include <chrono>
#include <memory>
#include <string>

namespace lockstep {

class TelemetryHub;

/// How to serve. Empty paths: no TLS. In the clear, only loopback addresses are served.
struct ServerOptions
{
    std::string listen = "127.0.0.1:7117"; ///< port 0 picks a free one
    std::string certificateFile; ///< PEM
    std::string privateKeyFile; ///< PEM
    std::string clientCaFile; ///< PEM; set: clients must present a certificate that it signed
    std::string bearerTokenFile; ///< set: clients must send "authorization: Bearer <first line of the file>"
};

/// The gRPC service lockstep.v1 over a hub, with health and reflection. Runs on gRPC's threads; owned by main.
class AgentServer
{
public:
    /// Binds and serves. Fails with a sentence that says why: address in use, not loopback without TLS, unreadable key.
    [[nodiscard]] static Result<std::unique_ptr<AgentServer>> start(const ServerOptions& options, TelemetryHub& hub);
    ~AgentServer();
    AgentServer(const AgentServer&) = delete;
    AgentServer& operator=(const AgentServer&) = delete;

    [[nodiscard]] int port() const;
    /// Ends all streams and stops within @p grace. Called by the destructor too.
    void stop(std::chrono::milliseconds grace = std::chrono::milliseconds(500));

private:
    struct Impl;
    explicit AgentServer(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> m_impl;
};

} // namespace lockstep
