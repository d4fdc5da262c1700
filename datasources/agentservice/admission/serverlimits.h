// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstddef>

namespace lockstep {

/// Limits of one server, in total and per peer (a local user or a network address). Normal readers stay far below them:
/// one connection, one stream, and four calls on connecting. A plain value.
struct ServerLimits
{
    std::size_t connections = 512;
    std::size_t connectionsPerPeer = 64;
    std::size_t arrivalsPerSecond
        = 64; ///< connections of one peer, each of which costs a handshake; twice as many in a burst
    std::size_t streams = 256; ///< telemetry streams
    std::size_t streamsPerPeer = 64;
    std::size_t callsPerConnection = 64; ///< simultaneous calls, announced through HTTP/2
    std::size_t callsPerPeer = 256; ///< simultaneous calls
    /// Calls started on one connection; a peer may start four times as many. Allows bursts of four seconds.
    std::size_t callsPerSecond = 100;
    std::size_t requestBytes = 256U << 10U;
    /// Bytes read from one peer. Low, because requests are small and cost much more than their bytes.
    std::size_t bytesPerSecond = 256U << 10U;
    std::size_t memory = 64U << 20U; ///< of connections and requests; above it gRPC ends some of them
    std::chrono::seconds withoutCall{20}; ///< a connection without a call is closed after this
    std::chrono::seconds withoutReading{30}; ///< a stream whose reader reads nothing is ended after this
    std::chrono::seconds shutOut{10}; ///< time for which a peer that broke a limit on calls may not reconnect

    /// Limits for a server of that many nodes; a reader may have one stream per node.
    [[nodiscard]] static ServerLimits forNodes(std::size_t nodes)
    {
        ServerLimits limits;
        limits.streams += 8 * nodes;
        limits.streamsPerPeer += 8 * nodes;
        limits.callsPerConnection += 2 * nodes;
        limits.callsPerPeer += 16 * nodes;
        limits.callsPerSecond += 16 * nodes;
        limits.requestBytes += 512 * nodes;
        limits.bytesPerSecond += nodes << 13U;
        limits.memory += nodes << 19U;
        return limits;
    }
};

} // namespace lockstep
