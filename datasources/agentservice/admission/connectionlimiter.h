// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

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

/// Connection limiter: counts connections, calls and streams per peer, and decides which ones to close. A peer above a
/// limit affects only itself: its new connections are rejected, or its connections are closed, idle ones first.
/// Thread-safe; shared by the server and its calls; uses no socket itself.
class ConnectionLimiter
{
    struct Peer;

public:
    using Time = std::chrono::steady_clock::time_point;

    /// One connection. Its members belong to the connection limiter.
    class Connection
    {
        friend class ConnectionLimiter;
        std::string m_key;
        std::shared_ptr<Peer> m_peer;
        Time m_lastCall{}; ///< last start of a call or end of a stream; initially the arrival
        Time m_allowanceFrom{};
        double m_allowance = 0; ///< calls that it may still start
        std::size_t m_calls = 0;
        std::size_t m_streams = 0;
        Time m_pingsFrom{};
        double m_pings = 0; ///< pings that it may still send
        Time m_bytesFrom{};
        double m_bytes = 0; ///< bytes that may still be read from it
        Time m_unfinishedSince{}; ///< since when a call other than a stream has been pending
        bool m_isToClose = false;
    };
    using ConnectionPtr = std::shared_ptr<Connection>;

    struct Arrival
    {
        ConnectionPtr connection; ///< null: rejected
        std::string refusal; ///< reason of a rejection
        std::vector<std::string> toClose; ///< keys of connections to close to make room
    };

    /// What was rejected since the last call, for the log.
    struct Refusals
    {
        std::uint64_t connections = 0;
        std::uint64_t calls = 0;
        std::uint64_t streams = 0;
        std::string lastReason;
        std::map<std::string, std::uint64_t> wrongTokens; ///< calls with a missing or wrong token, by peer
    };

    explicit ConnectionLimiter(ServerLimits limits) : m_limits(limits) { }

    /// A connection was accepted. @param key identifies it until left()
    /// @param address as returned by addressText()
    /// @param peer group that shares limits with it
    Arrival arrive(const std::string& key, const std::string& address, const std::string& peer, Time now);
    /// Exempts the server's own address, used by the listener watchdog, from the limits.
    void expectOwn(const std::string& address);
    void left(const ConnectionPtr& connection);

    struct Allowance
    {
        std::size_t bytes = 0;
        std::size_t calls = 0; ///< calls that it may start
    };
    /// The current allowance of a connection.
    [[nodiscard]] Allowance allowanceOf(const ConnectionPtr& connection, Time now);

    /// Activity on a connection.
    struct ConnectionActivity
    {
        std::size_t callsBegun = 0;
        std::size_t callsEnded = 0;
        std::size_t pings = 0;
        std::size_t bytes = 0; ///< read from the peer
        const char* problem = nullptr; ///< protocol violation; null: none
    };
    /// @return false if the connection must be closed
    [[nodiscard]] bool note(const ConnectionPtr& connection, const ConnectionActivity& doings, Time now);

    /// Reports the token of a call. After a few wrong ones the peer is blocked, for longer each time.
    void showsToken(const std::string& key, bool isRight, Time now);

    /// A subscription begins. @return reason for rejection; empty: accepted, and streamEnds() must follow
    [[nodiscard]] std::string streamBegins(const std::string& key, ConnectionPtr& connection, Time now);
    void streamEnds(const ConnectionPtr& connection, Time now);

    /// Keys of connections that broke a limit, or made no call in time. Each is returned again until it has left.
    [[nodiscard]] std::vector<std::string> toClose(Time now);

    [[nodiscard]] Refusals takeRefusals();
    /// True once after heavy load, when memory should be released.
    [[nodiscard]] bool takeTurnover();

private:
    std::shared_ptr<Peer> peerNamed(const std::string& name, Time now);
    Arrival refuse(std::string why);
    [[nodiscard]] ConnectionPtr longestIdle(const Peer* of, Time now) const;
    void breaksLimit(Connection& connection, Time now, std::string why);
    void noteUnfinished(Connection& connection, Time now) const;

    const ServerLimits m_limits;
    mutable std::mutex m_mutex;
    std::map<std::string, ConnectionPtr> m_connections; ///< by key
    std::map<std::string, std::shared_ptr<Peer>> m_peers;
    std::string m_own;
    std::size_t m_streams = 0;
    std::size_t m_turnover = 0;
    Refusals m_refusals;
};

} // namespace lockstep
