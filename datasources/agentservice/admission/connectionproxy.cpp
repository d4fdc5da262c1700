// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/agentservice/admission/connectionproxy.h"

#include "datasources/agentservice/admission/peername.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <linux/inet_diag.h>
#include <linux/netlink.h>
#include <linux/sock_diag.h>
#include <malloc.h>
#include <netinet/in.h>
#include <random>
#include <string_view>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/time.h>
#include <sys/un.h>
#include <utility>

namespace lockstep {

namespace {

constexpr int established = 1; // TCP_ESTABLISHED, which two headers define differently

struct Question
{
    nlmsghdr header;
    inet_diag_req_v2 request;
};

/// Copies address and port, in network byte order, into the kernel's structure.
void fill(const sockaddr_storage& address, std::uint32_t* words, std::uint16_t& port)
{
    if (address.ss_family == AF_INET) {
        sockaddr_in four{};
        std::memcpy(&four, &address, sizeof four);
        std::memcpy(words, &four.sin_addr, sizeof four.sin_addr);
        port = four.sin_port;
    } else {
        sockaddr_in6 six{};
        std::memcpy(&six, &address, sizeof six);
        std::memcpy(words, &six.sin6_addr, sizeof six.sin6_addr);
        port = six.sin6_port;
    }
}

Question questionAbout(const sockaddr_storage& there, const sockaddr_storage& here)
{
    Question question{};
    question.header.nlmsg_len = sizeof question;
    question.header.nlmsg_type = SOCK_DIAG_BY_FAMILY;
    question.header.nlmsg_flags = NLM_F_REQUEST;
    question.request.sdiag_family = static_cast<std::uint8_t>(there.ss_family);
    question.request.sdiag_protocol = IPPROTO_TCP;
    question.request.idiag_states = ~0U;
    inet_diag_sockid& id = question.request.id;
    fill(there, id.idiag_src, id.idiag_sport);
    fill(here, id.idiag_dst, id.idiag_dport);
    id.idiag_cookie[0] = id.idiag_cookie[1] = INET_DIAG_NOCOOKIE;
    return question;
}

using namespace std::chrono_literals;

constexpr auto reportPeriod = 10s;
constexpr std::size_t bufferBytes = 16U << 10U;
constexpr std::uint64_t wakeUpId = 0; // followed by the listening sockets, then two ids per connection

std::string newKeyPrefix()
{
    std::random_device random;
    return fmt::format("lockstep-{:08x}{:08x}-", random(), random());
}

/// A pair of connected sockets. The second one reports @p name as the address of its peer. Both are empty if no file
/// descriptor is left.
std::pair<FileDescriptor, FileDescriptor> namedPair(const std::string& name)
{
    std::array<int, 2> pair{-1, -1};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, pair.data()) != 0)
        return {};
    std::pair<FileDescriptor, FileDescriptor> sockets{FileDescriptor(pair[0]), FileDescriptor(pair[1])};
    sockaddr_un address{}; // first byte 0: an abstract socket without a file
    address.sun_family = AF_UNIX;
    name.copy(&address.sun_path[1], sizeof address.sun_path - 1);
    const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + name.size());
    if (::bind(sockets.first.get(), reinterpret_cast<const sockaddr*>(&address), size) != 0)
        return {};
    return sockets;
}

} // namespace

SocketOwner::SocketOwner(int listening) : m_netlink(::socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_SOCK_DIAG))
{
    if (!m_netlink.isOpen())
        return;
    // The kernel answers at once; otherwise a connection without a known owner is acceptable.
    const timeval timeout{0, 100'000};
    ::setsockopt(m_netlink.get(), SOL_SOCKET, SO_RCVTIMEO, &timeout, sizeof timeout);
    sockaddr_storage here{};
    socklen_t size = sizeof here;
    if (::getsockname(listening, reinterpret_cast<sockaddr*>(&here), &size) != 0)
        return;
    sockaddr_storage nowhere{};
    nowhere.ss_family = here.ss_family;
    m_isAvailable = ownerOf(here, nowhere).has_value();
}

std::optional<SocketOwner::Owner> SocketOwner::ownerOf(const sockaddr_storage& there, const sockaddr_storage& here)
{
    Question question = questionAbout(there, here);
    question.header.nlmsg_seq = ++m_questions;
    if (::send(m_netlink.get(), &question, sizeof question, 0) != sizeof question)
        return std::nullopt;
    struct Answer
    {
        nlmsghdr header;
        inet_diag_msg socket;
        std::array<char, 512> attributes;
    } answer{};
    ssize_t size = 0;
    do { // skips a late answer to an earlier query
        size = ::recv(m_netlink.get(), &answer, sizeof answer, 0);
        if (size < static_cast<ssize_t>(sizeof(nlmsghdr)))
            return std::nullopt;
    } while (answer.header.nlmsg_seq != m_questions);
    if (answer.header.nlmsg_type != SOCK_DIAG_BY_FAMILY
        || size < static_cast<ssize_t>(sizeof(nlmsghdr) + sizeof(inet_diag_msg)))
        return m_isAvailable ? std::optional(Owner{0, false}) : std::nullopt; // the socket no longer exists
    return Owner{answer.socket.idiag_uid, answer.socket.idiag_state == established};
}

ConnectionProxy::ConnectionProxy(ListeningSockets listening, ConnectionLimiter& limiter, Callbacks callbacks,
                                 Protocol protocol)
    : m_listening(std::move(listening)),
      m_limiter(limiter),
      m_callbacks(std::move(callbacks)),
      m_protocol(protocol),
      m_owners(m_listening.sockets.front().get()),
      m_epoll(::epoll_create1(EPOLL_CLOEXEC)),
      m_wakeUp(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)),
      m_keyPrefix(newKeyPrefix()),
      m_buffer(bufferBytes),
      m_nextId(2 + m_listening.sockets.size())
{
    const auto watch = [this](const FileDescriptor& socket, std::uint64_t id) {
        epoll_event event{};
        event.events = EPOLLIN;
        event.data.u64 = id;
        ::epoll_ctl(m_epoll.get(), EPOLL_CTL_ADD, socket.get(), &event);
    };
    watch(m_wakeUp, wakeUpId);
    for (std::size_t at = 0; at < m_listening.sockets.size(); ++at)
        watch(m_listening.sockets[at], at + 1);
    m_thread = std::jthread([this](const std::stop_token& stop) { run(stop); });
}

ConnectionProxy::~ConnectionProxy()
{
    m_thread.request_stop();
    ::eventfd_write(m_wakeUp.get(), 1);
    m_thread.join();
    for (const auto& [id, visit] : m_visits)
        m_limiter.left(visit.connection);
}

std::string ConnectionProxy::keyOf(const std::string& grpcPeer)
{
    constexpr std::string_view scheme = "unix-abstract:";
    return grpcPeer.starts_with(scheme) ? grpcPeer.substr(scheme.size()) : std::string();
}

void ConnectionProxy::run(const std::stop_token& stop)
{
    std::array<epoll_event, 64> events{};
    Time last = Time::max(); // until then peers may receive gRPC's last data
    while (!m_visits.empty() ? std::chrono::steady_clock::now() < last : last == Time::max()) {
        if (stop.stop_requested())
            last = std::min(last, std::chrono::steady_clock::now() + 200ms);
        const bool isInHaste = !m_paused.empty() || m_deafUntil != Time() || last != Time::max();
        const int timeout = isInHaste ? 10 : 1000;
        const int count = ::epoll_wait(m_epoll.get(), events.data(), static_cast<int>(events.size()), timeout);
        const Time now = std::chrono::steady_clock::now();
        for (int at = 0; at < count; ++at)
            handle(events[static_cast<std::size_t>(at)].data.u64, events[static_cast<std::size_t>(at)].events, now);
        pumpPaused(now);
        if (now - m_lastSecond >= 1s)
            everySecond(now);
    }
}

void ConnectionProxy::handle(std::uint64_t id, std::uint32_t events, Time now)
{
    if (id == wakeUpId) { // asked to stop
        eventfd_t count = 0;
        ::eventfd_read(m_wakeUp.get(), &count);
        return;
    }
    if (id <= m_listening.sockets.size())
        return acceptFrom(m_listening.sockets[id - 1], now);
    auto visit = m_visits.find(id);
    const bool isInner = visit == m_visits.end();
    if (isInner)
        visit = m_visits.find(id - 1);
    if (visit == m_visits.end())
        return; // closed since these events were reported
    if ((events & (EPOLLERR | EPOLLHUP)) != 0) {
        if (!isInner) {
            end(visit, true);
            return;
        }
        visit->second.relay->innerHasClosed();
    }
    pump(visit, now);
}

void ConnectionProxy::pump(Visits::iterator visit, Time now)
{
    const auto& [connection, key, relay] = visit->second;
    const ConnectionLimiter::Allowance allowance = m_limiter.allowanceOf(connection, now);
    const Relay::Moved moved = relay->pump(allowance.bytes, allowance.calls, m_buffer);
    const ConnectionLimiter::ConnectionActivity doings{moved.seen.begun, moved.seen.ended, moved.seen.pings,
                                                       moved.taken, moved.seen.problem};
    if (!m_limiter.note(connection, doings, now))
        end(visit, true);
    else if (moved.isOver)
        end(visit, false);
    else if (relay->isPaused())
        m_paused.insert(visit->first);
}

void ConnectionProxy::pumpPaused(Time now)
{
    constexpr std::size_t worthIt = 64; // bytes: less is not worth a system call
    for (const std::uint64_t id : std::exchange(m_paused, {})) {
        const auto visit = m_visits.find(id);
        if (visit == m_visits.end() || !visit->second.relay->isPaused())
            continue;
        if (m_limiter.allowanceOf(visit->second.connection, now).bytes < worthIt)
            m_paused.insert(id);
        else
            pump(visit, now);
    }
}

ConnectionProxy::Visits::iterator ConnectionProxy::end(Visits::iterator visit, bool atOnce)
{
    if (atOnce)
        visit->second.relay->abort();
    m_limiter.left(visit->second.connection);
    return m_visits.erase(visit);
}

void ConnectionProxy::close(const std::vector<std::string>& keys)
{
    for (const std::string& key : keys) {
        const auto visit = std::ranges::find_if(m_visits, [&](const auto& entry) { return entry.second.key == key; });
        if (visit != m_visits.end())
            end(visit, true);
    }
}

void ConnectionProxy::acceptFrom(const FileDescriptor& listening, Time now)
{
    constexpr int maxPerTurn = 64; // so that a flood does not keep the thread from other work
    if (now < m_deafUntil) {
        std::this_thread::sleep_for(5ms); // the listening socket stays readable meanwhile
        return;
    }
    m_deafUntil = {};
    for (int turn = 0; turn < maxPerTurn; ++turn) {
        sockaddr_storage there{};
        socklen_t size = sizeof there;
        FileDescriptor socket(
            ::accept4(listening.get(), reinterpret_cast<sockaddr*>(&there), &size, SOCK_CLOEXEC | SOCK_NONBLOCK));
        if (socket.isOpen())
            welcome(std::move(socket), there, now);
        else if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM)
            return pauseAccepting(now);
        else if (errno != ECONNABORTED && errno != EINTR)
            return; // no pending connection
    }
}

void ConnectionProxy::pauseAccepting(Time now)
{
    if (now - m_lastReport >= reportPeriod)
        m_callbacks.log("no file descriptor is left for another connection; retrying");
    m_lastReport = now;
    m_deafUntil = now + 100ms; // the connection stays in the kernel's queue
}

std::optional<std::string> ConnectionProxy::peerOf(const FileDescriptor& socket, const sockaddr_storage& there)
{
    if (there.ss_family == AF_UNIX) {
        ucred owner{};
        socklen_t size = sizeof owner;
        ::getsockopt(socket.get(), SOL_SOCKET, SO_PEERCRED, &owner, &size);
        return fmt::format("user {} of this machine", owner.uid);
    }
    sockaddr_storage here{};
    socklen_t size = sizeof here;
    ::getsockname(socket.get(), reinterpret_cast<sockaddr*>(&here), &size);
    if (m_owners.isAvailable() && isSameMachine(here, there)) {
        const auto owner = m_owners.ownerOf(there, here);
        if (owner && !owner->isConnected)
            return std::nullopt;
        if (owner)
            return fmt::format("user {} of this machine", owner->user);
    }
    return networkText(there);
}

void ConnectionProxy::welcome(FileDescriptor socket, const sockaddr_storage& there, Time now)
{
    const std::uint64_t id = std::exchange(m_nextId, m_nextId + 2);
    const auto hangUp = [&socket] {
        const linger atOnce{1, 0};
        ::setsockopt(socket.get(), SOL_SOCKET, SO_LINGER, &atOnce, sizeof atOnce);
    };
    const auto peer = peerOf(socket, there);
    if (!peer)
        return hangUp();
    const std::string key = fmt::format("{}{}", m_keyPrefix, id);
    const ConnectionLimiter::Arrival arrival = m_limiter.arrive(key, addressText(there), *peer, now);
    close(arrival.toClose);
    if (!arrival.connection)
        return hangUp();
    auto [outward, inward] = namedPair(key);
    if (!outward.isOpen()) {
        m_limiter.left(arrival.connection);
        hangUp();
        return pauseAccepting(now);
    }
    std::optional<FrameGuard> guard;
    if (m_protocol == Protocol::Http2)
        guard.emplace();
    auto relay = std::make_unique<Relay>(m_epoll.get(), id,
                                         PeerSocket(std::move(socket), m_callbacks.tls ? m_callbacks.tls() : nullptr),
                                         std::move(outward), std::move(guard));
    m_visits.emplace(id, Visit{arrival.connection, key, std::move(relay)});
    m_callbacks.handOn(inward.release());
}

void ConnectionProxy::everySecond(Time now)
{
    m_lastSecond = now;
    close(m_limiter.toClose(now));
    m_callbacks.everySecond();
    if (now - m_lastTrim >= reportPeriod && m_limiter.takeTurnover()) {
        m_lastTrim = now;
        ::malloc_trim(0); // otherwise memory of a burst stays with the process
    }
    if (now - m_lastReport < reportPeriod)
        return;
    const ConnectionLimiter::Refusals refused = m_limiter.takeRefusals();
    const bool isLimit = refused.connections + refused.calls + refused.streams > 0;
    if (!isLimit && refused.wrongTokens.empty())
        return;
    m_lastReport = now;
    for (const auto& [peer, count] : refused.wrongTokens)
        m_callbacks.log(
            fmt::format("rejected {} call{} from {} without a valid token", count, count == 1 ? "" : "s", peer));
    if (isLimit)
        m_callbacks.log(fmt::format("rejected {} connections, {} calls and {} streams above a limit; last reason: {}",
                                    refused.connections, refused.calls, refused.streams, refused.lastReason));
}

} // namespace lockstep
