// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/agentservice/admission/connectionlimiter.h"
#include "datasources/agentservice/admission/listeningsocket.h"
#include "datasources/agentservice/admission/relay.h"
#include "datasources/text/filedescriptor.h"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <sys/socket.h>
#include <sys/types.h>
#include <thread>
#include <vector>

namespace lockstep {

/// Queries the kernel for the owner of a local TCP connection. All local users share 127.0.0.1, so limits by address
/// would let one user block the others. One thread; owned by the proxy.
class SocketOwner
{
public:
    struct Owner
    {
        uid_t user = 0;
        bool isConnected = true; ///< false: disconnected already
    };

    /// @param listening a bound socket, to test whether the kernel answers such queries
    explicit SocketOwner(int listening);

    [[nodiscard]] bool isAvailable() const { return m_isAvailable; }

    /// Owner of the socket at @p there that is connected to @p here. Null: unknown.
    [[nodiscard]] std::optional<Owner> ownerOf(const sockaddr_storage& there, const sockaddr_storage& here);

private:
    FileDescriptor m_netlink;
    std::uint32_t m_questions = 0;
    bool m_isAvailable = false;
};

/// Protocol of the server behind the proxy.
enum class Protocol : std::uint8_t {
    Http2, ///< calls are counted in transit
    Http1, ///< one request per connection, which is closed afterwards
};

/// Proxy between peers and gRPC or another server. Adds the limits that gRPC lacks: gRPC's listener stops accepting for
/// good when file descriptors run out, and nothing limits how fast a peer sends. Accepts connections subject to the
/// limits, forwards bytes at most at the peer's allowance, closes connections, and releases memory after a burst. gRPC
/// gets one end of a socket pair whose name is the peer's key. Has its own thread; owned by the server.
class ConnectionProxy
{
public:
    struct Callbacks
    {
        std::function<void(int descriptor)> handOn; ///< receives ownership of the descriptor
        std::function<TlsContext()> tls; ///< context for a new connection; null: no TLS
        std::function<void()> everySecond;
        std::function<void(const std::string&)> log;
    };

    ConnectionProxy(ListeningSockets listening, ConnectionLimiter& limiter, Callbacks callbacks,
                    Protocol protocol = Protocol::Http2);
    ~ConnectionProxy();
    ConnectionProxy(const ConnectionProxy&) = delete;
    ConnectionProxy& operator=(const ConnectionProxy&) = delete;

    /// The peer's key, from the name that gRPC uses. Empty: not a peer of the proxy.
    [[nodiscard]] static std::string keyOf(const std::string& grpcPeer);

private:
    using Time = ConnectionLimiter::Time;
    struct Visit
    {
        ConnectionLimiter::ConnectionPtr connection;
        std::string key;
        std::unique_ptr<Relay> relay;
    };
    using Visits = std::map<std::uint64_t, Visit>;

    void run(const std::stop_token& stop);
    void handle(std::uint64_t id, std::uint32_t events, Time now);
    void pump(Visits::iterator visit, Time now);
    void pumpPaused(Time now);
    Visits::iterator end(Visits::iterator visit, bool atOnce);
    /// Accepts at most this many pending connections.
    void acceptFrom(const FileDescriptor& listening, Time now);
    void welcome(FileDescriptor socket, const sockaddr_storage& there, Time now);
    /// Key of the group that shares limits with this peer. Null: it has closed already.
    [[nodiscard]] std::optional<std::string> peerOf(const FileDescriptor& socket, const sockaddr_storage& there);
    void close(const std::vector<std::string>& keys);
    void pauseAccepting(Time now);
    void everySecond(Time now);

    const ListeningSockets m_listening;
    ConnectionLimiter& m_limiter;
    const Callbacks m_callbacks;
    const Protocol m_protocol;
    SocketOwner m_owners;
    FileDescriptor m_epoll;
    FileDescriptor m_wakeUp;
    const std::string m_keyPrefix; ///< random, because socket names are visible to all users
    Visits m_visits; ///< by event id
    std::set<std::uint64_t> m_paused; ///< connections without allowance
    std::vector<char> m_buffer;
    std::uint64_t m_nextId;
    Time m_deafUntil{}; ///< accepts no connection until then, because descriptors were exhausted
    Time m_lastSecond{};
    Time m_lastReport{};
    Time m_lastTrim{};
    std::jthread m_thread;
};

} // namespace lockstep
