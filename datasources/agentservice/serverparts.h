// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/agentservice/admission/listeningsocket.h"
#include "datasources/agentservice/agentserver.h"
#include "datasources/agentservice/servertoken.h"
#include "datasources/agentservice/tlsidentity.h"
#include "datasources/proto/netaddress.h"

#include <functional>
#include <memory>
#include <string>

namespace lockstep {

/// Parts of a server that are set up before it serves: the bound address and the credentials. Movable.
struct ServerParts
{
    NetAddress address; ///< with the actual port
    ListeningSockets listening;
    std::unique_ptr<ServerToken> token;
    std::unique_ptr<TlsIdentity> tls; ///< null: no TLS

    /// Checks the rules for serving: without TLS only to this machine; keys complete and readable. @param protocol see
    /// TlsIdentity::read()
    [[nodiscard]] static Result<ServerParts> prepare(const ServerOptions& options, const char* protocol);

    /// Reloads files that have changed; call once per second. @return whether the token has changed
    bool reload(const std::function<void(const std::string&)>& log);
};

} // namespace lockstep
