// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/agentservice/agentserver.h"
#include "datasources/agentservice/door/peersocket.h"
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
    /// Fails naming the file that cannot be read, or saying that key and certificate do not belong together.
    /// @param protocol that clients have to offer, by its name in TLS (ALPN): "h2", "http/1.1". Lives for ever.
    [[nodiscard]] static Result<std::unique_ptr<TlsIdentity>> read(const ServerOptions& options,
                                                                   const char* protocol = "h2");

    /// For one more connection. TLS 1.2 or later, that protocol only.
    [[nodiscard]] TlsContext context() const;

    /// Looks whether the files have changed. Blocks on the disk. What cannot be used leaves the old in force.
    /// @return a sentence when there is something to tell
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
