// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/agentservice/agentserver.h"
#include "datasources/agentservice/door/listeningsocket.h"
#include "datasources/agentservice/servertoken.h"
#include "datasources/agentservice/tlsidentity.h"
#include "datasources/proto/netaddress.h"

#include <grpcpp/server_builder.h>

#include <functional>
#include <memory>
#include <string>

namespace lockstep {

/// Rules for serving: without TLS only to this machine; keys complete and readable. Reads files, otherwise pure.

/// Fails if serving would expose telemetry or a token on the network unencrypted, or if options are contradictory.
[[nodiscard]] Status checkListening(const ServerOptions& options, const NetAddress& address);

/// Checks permissions of key, token and configuration. Secrets that others can read cause a warning in the log; files
/// that others may write are rejected.
[[nodiscard]] Status checkPrivacy(const ServerOptions& options);

/// Keepalive, and the limits that gRPC supports itself.
void configure(grpc::ServerBuilder& builder, const ServerLimits& limits);

/// Parts of a server that are set up before it serves: the bound address and the credentials. Movable.
struct ServerParts
{
    NetAddress address; ///< with the actual port
    ListeningSockets listening;
    std::unique_ptr<ServerToken> token;
    std::unique_ptr<TlsIdentity> tls; ///< null: no TLS

    /// Checks the rules of checkListening() and checkPrivacy(). @param protocol see TlsIdentity::read()
    [[nodiscard]] static Result<ServerParts> prepare(const ServerOptions& options, const char* protocol);

    /// Reloads files that have changed; call once per second. @return whether the token has changed
    bool reload(const std::function<void(const std::string&)>& log);
};

} // namespace lockstep
