// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/batchptr.h"
#include "models/core/ids.h"
#include "models/core/result.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace lockstep {

class AgentSession;
class ChannelPool;

/// Address and credentials of an agent.
struct AgentEndpoint
{
    std::string address; ///< "host:port", "[::1]:port" or "unix:/path"
    std::string node; ///< stream this node only; empty: every node behind the address, on one stream
    std::string relay; ///< name of the relay at that address; empty: none or unknown
    std::vector<std::string> relayed; ///< nodes that this relay may report, with its name
    std::string caFile; ///< PEM; set: TLS
    std::string certificateFile; ///< PEM, for mutual TLS
    std::string privateKeyFile;
    std::string bearerTokenFile;
};

/// Number of source ids that a client of this endpoint uses: one, plus one for each named node behind a relay.
[[nodiscard]] inline std::uint32_t sourcesOf(const AgentEndpoint& endpoint)
{
    return 1 + static_cast<std::uint32_t>(endpoint.relayed.size());
}

/// Whether the TLS options are consistent: a given certificate, key or CA must be used. The error names the missing
/// option.
[[nodiscard]] Status checkCredentials(const AgentEndpoint& endpoint);

/// Follows one agent or relay: connects, subscribes, decodes, resumes, estimates the clock offset, reconnects with
/// back-off and jitter, and reports its own state as batches. Never blocks. Works on gRPC's threads; call start and
/// stop from one thread. After stop() returns, the sink is not called again.
class AgentClient
{
public:
    /// @param sink called on gRPC's threads (and by start and stop), one call at a time, for each batch. Batches about
    /// clock or status concern everything behind the address, so their node is empty unless the endpoint names one.
    /// Nodes that the endpoint names behind a relay are sources with the ids after @p source.
    AgentClient(SourceId source, AgentEndpoint endpoint, std::function<void(BatchPtr)> sink);
    /// Uses connections and a timer shared with other clients, for large numbers of clients. @p pool outlives the
    /// client.
    AgentClient(SourceId source, AgentEndpoint endpoint, std::function<void(BatchPtr)> sink, ChannelPool& pool);
    ~AgentClient(); ///< stops
    AgentClient(const AgentClient&) = delete;
    AgentClient& operator=(const AgentClient&) = delete;

    /// Returns at once. After a stop it resumes, and receives data that was published meanwhile and is still retained.
    void start();
    /// Returns at once; the last batch has the state Closed. Do not call from the sink.
    void stop();

private:
    std::unique_ptr<ChannelPool> m_ownPool; ///< null if shared
    std::shared_ptr<AgentSession> m_session; ///< calls in progress keep it alive
};

} // namespace lockstep
