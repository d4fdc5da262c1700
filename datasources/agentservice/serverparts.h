// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/agentservice/admission/listeningsocket.h"
#include "datasources/agentservice/admission/peersocket.h"
#include "datasources/agentservice/agentserver.h"
#include "datasources/agentservice/servertoken.h"
#include "datasources/proto/netaddress.h"
#include "datasources/text/watchedfile.h"
#include "models/core/result.h"

#include <functional>
#include <memory>
#include <mutex>
#include <string>

namespace lockstep {

/// Certificate and key of the server, and the authority for client certificates. Reloaded when the files change; new
/// connections use the new ones. Thread-safe; owned by the server.
class TlsIdentity
{
public:
    /// The error names an unreadable file, or a key that does not match the certificate.
    /// @param protocol name in TLS (ALPN) that clients must offer: "h2", "http/1.1". Static lifetime
    [[nodiscard]] static Result<std::unique_ptr<TlsIdentity>> read(const ServerOptions& options,
                                                                   const char* protocol = "h2");

    /// A context for a new connection. TLS 1.2 or later, with that protocol only.
    [[nodiscard]] TlsContext context() const;

    /// Reloads files that have changed. May block on disk I/O. If they are unusable, the old ones stay in use.
    /// @return a message for the log, if any
    [[nodiscard]] std::string reload();

private:
    TlsIdentity(const ServerOptions& options, const char* protocol, TlsContext context);

    const ServerOptions m_options;
    const char* const m_protocol;
    WatchedFile m_certificateFile;
    WatchedFile m_keyFile;
    WatchedFile m_clientCaFile;
    mutable std::mutex m_mutex;
    TlsContext m_context;
};

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
