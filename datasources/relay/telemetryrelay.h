// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/agentclient/agentclient.h"
#include "datasources/proto/relayidentity.h"
#include "models/core/batchptr.h"
#include "models/core/clockoffset.h"
#include "models/core/sourcestatus.h"

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace lockstep {

class ChannelPool;
class TelemetryHub;
struct ClockSample;

/// Follows agents or other relays, and publishes their data to a hub, from which a server serves it as one source.
/// Requests all retained data at the start. Never blocks: ticks go into their node's ring on gRPC's threads. Its own
/// thread reports once per second that the relay is alive. Owned by main; the hub must outlive it.
class TelemetryRelay
{
public:
    /// Create before the server starts, so that positions of readers are known.
    /// @param follows each names its node, or a relay with its nodes; data of other nodes is rejected
    /// @param log receives sentences for people, on any thread
    TelemetryRelay(std::string name, std::vector<AgentEndpoint> follows, TelemetryHub& hub,
                   std::function<void(const std::string&)> log = {});
    ~TelemetryRelay();
    TelemetryRelay(const TelemetryRelay&) = delete;
    TelemetryRelay& operator=(const TelemetryRelay&) = delete;

    void start();
    void stop(); ///< afterwards nothing is published to the hub

    [[nodiscard]] std::size_t nodeCount() const { return m_nodes.size(); }
    /// "125 of 128 nodes report; n017: connection refused; ..."
    [[nodiscard]] std::string summary() const;
    /// The relay's clock: equal to the wall clock at its start, and never set since.
    [[nodiscard]] TimePoint now() const;

private:
    /// One node. Unless noted, members are used by the client that delivers it.
    struct Node
    {
        std::shared_ptr<const std::vector<std::string>> names;
        std::string gapReason; ///< reason for missing ticks since the last one
        std::optional<ClockOffset> clock; ///< relative to the local clock; guarded by the mutex
        SourceStatus status; ///< guarded by the mutex
    };

    void take(const AgentEndpoint& from, const Batch& batch);
    void takeStatus(const std::string& name, Node& node, const SourceStatus& status);
    void takeClock(const std::string& name, Node& node, ClockOffset againstWall);
    void reads(SourceId source, const RelayIdentity* relay);
    void introduce();
    [[nodiscard]] ClockSample clockOf(const std::string& node) const;
    void beat(const std::stop_token& stop);
    void reportChanges();

    TelemetryHub& m_hub;
    const std::function<void(const std::string&)> m_log;
    const TimePoint m_startedAt;
    const std::chrono::steady_clock::time_point m_started;
    const std::vector<AgentEndpoint> m_follows;
    std::map<std::string, Node> m_nodes; ///< fixed from the start
    mutable std::mutex m_mutex;
    RelayIdentity m_identity; ///< guarded by the mutex, except name and id
    std::map<std::uint32_t, RelayIdentity> m_reads; ///< by source; guarded by the mutex
    std::string m_logged; ///< last summary logged; used by the beat
    std::unique_ptr<ChannelPool> m_pool;
    std::vector<std::unique_ptr<AgentClient>> m_clients;
    std::jthread m_beat; ///< last, so that it ends first
};

} // namespace lockstep
