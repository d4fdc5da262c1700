// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/proto/relayidentity.h"
#include "models/core/ids.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace lockstep {

class ClientRuntime;

/// Settings of clients inside a relay: they request all retained data, leave the ownership of entities to downstream
/// readers, and reject relay loops. Given to a ChannelPool.
struct RelayRole
{
    std::uint64_t id = 0; ///< of this relay
    /// Called when a relay is identified at a source; null: the relay is gone. Runs on gRPC's threads, must return at
    /// once.
    std::function<void(SourceId, const RelayIdentity*)> reads;
};

/// Resources that AgentClients share, so that thousands are cheap: connections (one per address, more if many streams
/// use it), one timer thread, and the registry of which source may report which node. Outlives its clients; the
/// destructor waits for the last call. Thread-safe.
class ChannelPool
{
public:
    struct Limits
    {
        std::size_t channelsPerAddress = 16; ///< further streams share these
        std::size_t streamsPerChannel = 128; ///< a further channel is opened beyond this
    };

    ChannelPool();
    explicit ChannelPool(Limits limits);
    /// For the clients inside a relay, which serves their nodes to its own readers.
    explicit ChannelPool(RelayRole role);
    ~ChannelPool();
    ChannelPool(const ChannelPool&) = delete;
    ChannelPool& operator=(const ChannelPool&) = delete;

    /// Only these nodes may report entities that belong to no node (racks, loops, switches, jobs). Without this call
    /// any node may, and each entity belongs to its first reporter.
    void allowReporters(const std::vector<std::string>& nodes);

    /// For the clients in this room.
    [[nodiscard]] ClientRuntime& runtime() { return *m_runtime; }

private:
    std::unique_ptr<ClientRuntime> m_runtime;
};

} // namespace lockstep
