// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/agentservice/admission/connectionlimiter.h"
#include "models/core/result.h"

#include <chrono>
#include <csignal>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace lockstep {

class DumpSource;
class TelemetryHub;
class TraceRecorder;

/// In all threads, blocks the signals that end a server, because main waits for them, and ignores SIGPIPE. Call before
/// any thread is created.
[[nodiscard]] sigset_t blockStopSignals();

/// Server options. Empty paths: no TLS, which is only allowed on loopback addresses.
struct ServerOptions
{
    std::string listen = "127.0.0.1:7117"; ///< port 0 picks a free one
    std::string certificateFile; ///< PEM
    std::string privateKeyFile; ///< PEM
    std::string clientCaFile; ///< PEM; set: clients must present a certificate that it signed
    std::string bearerTokenFile; ///< set: clients must send "authorization: Bearer <first line of the file>"
    std::optional<ServerLimits> limits; ///< default: derived from the number of nodes in the hub when serving starts
    TraceRecorder* recorder
        = nullptr; ///< records traces for clients with the token; must outlive the server. Null: not allowed
    const DumpSource* dumps = nullptr; ///< for clients with the token; must outlive the server. Null: not allowed
    /// Reason why clients with the token may not receive test data now; empty: allowed. Called on any thread. Unset:
    /// never allowed
    std::function<std::string()> testDataRefusal;
    std::function<void(const std::string&)> log; ///< receives messages on any thread
    /// Called once, on a separate thread, when the server no longer accepts connections. Unset: not checked.
    std::function<void(const std::string&)> onUnresponsive;
};

/// The gRPC service lockstep.v1 over a hub, with health and reflection. Reloads certificates, key and token when their
/// files change. Runs on gRPC's threads and three of its own; owned by main.
class AgentServer
{
public:
    /// Binds and serves. The error names the reason: address in use, not loopback without TLS, a key that is unreadable
    /// or writable by others.
    [[nodiscard]] static Result<std::unique_ptr<AgentServer>> start(const ServerOptions& options, TelemetryHub& hub);
    ~AgentServer();
    AgentServer(const AgentServer&) = delete;
    AgentServer& operator=(const AgentServer&) = delete;

    [[nodiscard]] int port() const;
    /// Whether a reader has not received all published data.
    [[nodiscard]] bool hasLaggingReaders() const;
    /// Ends all streams and stops within @p grace. Also called by the destructor.
    void stop(std::chrono::milliseconds grace = std::chrono::milliseconds(500));

private:
    struct Impl;
    explicit AgentServer(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> m_impl;
};

} // namespace lockstep
