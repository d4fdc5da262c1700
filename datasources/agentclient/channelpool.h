// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <memory>

namespace lockstep {

class ClientRuntime;

/// What many AgentClients share, so that thousands of them stay cheap: connections (one for each address, more only
/// when many streams go to one address) and one timer thread. Made by the composition, handed to each client, outlives
/// them all; its destructor waits until the last call has ended. Thread-safe.
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
    ~ChannelPool();
    ChannelPool(const ChannelPool&) = delete;
    ChannelPool& operator=(const ChannelPool&) = delete;

    /// For the clients, which live in the same room.
    [[nodiscard]] ClientRuntime& runtime() { return *m_runtime; }

private:
    std::unique_ptr<ClientRuntime> m_runtime;
};

} // namespace lockstep
