// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/agentservice/admission/peersocket.h"
#include "datasources/agentservice/agentserver.h"
#include "datasources/text/watchedfile.h"
#include "models/core/result.h"

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

    /// Reloads files that have changed. Blocks on the disk. If they are unusable, the old ones stay in use.
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

} // namespace lockstep
