// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace lockstep {

class ClientRuntime;
struct RelayRole;

/// What many AgentClients share, so that thousands of them stay cheap: connections (one for each address, more only
/// when many streams go to one address), one timer thread, and which source may report which node. Made by the
/// composition, handed to each client, outlives them all; its destructor waits until the last call has ended.
/// Thread-safe.
class ChannelPool
{
public:
    struct Limits
    {
        std::size_t channelsPerAddress = 16; ///< beyond that, streams crowd together
        std::size_t streamsPerChannel = 128; ///< a further channel is opened beyond this
    };

    ChannelPool();
    explicit ChannelPool(Limits limits);
    /// Of clients whose nodes are served again.
    explicit ChannelPool(RelayRole role);
    ~ChannelPool();
    ChannelPool(const ChannelPool&) = delete;
    ChannelPool& operator=(const ChannelPool&) = delete;

    /// Only these nodes may report entities that belong to no node (racks, loops, switches, jobs); without this call
    /// any may, each entity by the first that does.
    void allowReporters(const std::vector<std::string>& nodes);

    /// For the clients, which live in the same room.
    [[nodiscard]] ClientRuntime& runtime() { return *m_runtime; }

private:
    std::unique_ptr<ClientRuntime> m_runtime;
};

} // namespace lockstep
