// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/agentservice/admission/selfprobe.h"

#include "datasources/agentservice/admission/peername.h"
#include "datasources/text/filedescriptor.h"

#include <fmt/format.h>

#include <arpa/inet.h>
#include <cerrno>
#include <netinet/in.h>
#include <poll.h>
#include <string_view>
#include <sys/un.h>
#include <system_error>

namespace lockstep {

namespace {

/// Address to connect to: loopback if the server listens on all addresses.
sockaddr_storage probeAddress(sockaddr_storage bound)
{
    if (bound.ss_family == AF_INET6) {
        auto& six = reinterpret_cast<sockaddr_in6&>(bound);
        if (IN6_IS_ADDR_UNSPECIFIED(&six.sin6_addr))
            six.sin6_addr = in6addr_loopback;
    } else if (bound.ss_family == AF_INET) {
        auto& four = reinterpret_cast<sockaddr_in&>(bound);
        if (four.sin_addr.s_addr == INADDR_ANY)
            four.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    }
    return bound;
}

sockaddr_storage withoutPort(sockaddr_storage address)
{
    if (address.ss_family == AF_INET6)
        reinterpret_cast<sockaddr_in6&>(address).sin6_port = 0;
    else
        reinterpret_cast<sockaddr_in&>(address).sin_port = 0;
    return address;
}

socklen_t sizeOf(const sockaddr_storage& address)
{
    switch (address.ss_family) {
    case AF_INET:
        return sizeof(sockaddr_in);
    case AF_INET6:
        return sizeof(sockaddr_in6);
    default:
        return sizeof(sockaddr_un);
    }
}

const sockaddr* generic(const sockaddr_storage& address)
{
    return reinterpret_cast<const sockaddr*>(&address);
}

Error missed(const char* what)
{
    return Error{fmt::format("{}: {}", what, std::generic_category().message(errno))};
}

bool waitsFor(int socket, short event, std::chrono::milliseconds timeout)
{
    pollfd wait{socket, event, 0};
    errno = ETIMEDOUT;
    return ::poll(&wait, 1, static_cast<int>(timeout.count())) == 1;
}

} // namespace

SelfProbe::SelfProbe(std::string name, const sockaddr_storage& bound, ConnectionLimiter& limiter,
                     std::function<void(const std::string&)> onUnresponsive)
    : SelfProbe(std::move(name), bound, limiter, std::move(onUnresponsive), Rhythm())
{ }

SelfProbe::SelfProbe(std::string name, const sockaddr_storage& bound, ConnectionLimiter& limiter,
                     std::function<void(const std::string&)> onUnresponsive, Rhythm rhythm)
    : m_name(std::move(name)),
      m_address(probeAddress(bound)),
      m_limiter(limiter),
      m_rhythm(rhythm),
      m_onUnresponsive(std::move(onUnresponsive)),
      m_thread([this](const std::stop_token& stop) { run(stop); })
{ }

SelfProbe::~SelfProbe()
{
    m_thread.request_stop();
    m_thread.join();
}

void SelfProbe::run(const std::stop_token& stop)
{
    int misses = 0;
    std::unique_lock lock(m_mutex);
    while (!stop.stop_requested()) {
        m_wakeUp.wait_for(lock, stop, m_rhythm.period, [] { return false; });
        if (stop.stop_requested())
            return;
        const Status heard = probe();
        misses = heard.isOk() ? 0 : misses + 1;
        if (misses < m_rhythm.misses)
            continue;
        m_onUnresponsive(
            fmt::format("connections to {} failed {} times in a row ({})", m_name, misses, heard.error().message));
        return;
    }
}

Status SelfProbe::probe() const
{
    const FileDescriptor socket(::socket(m_address.ss_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    if (!socket.isOpen())
        return missed("no socket");
    if (m_address.ss_family != AF_UNIX) {
        // Bound before it connects, so that its address can be exempted from the limits.
        sockaddr_storage own = withoutPort(m_address);
        socklen_t size = sizeof own;
        if (::bind(socket.get(), generic(own), sizeOf(own)) != 0
            || ::getsockname(socket.get(), reinterpret_cast<sockaddr*>(&own), &size) != 0)
            return missed("no address to connect from");
        m_limiter.expectOwn(addressText(own));
    }
    if (::connect(socket.get(), generic(m_address), sizeOf(m_address)) != 0 && errno != EINPROGRESS)
        return missed("the connection failed");
    if (!waitsFor(socket.get(), POLLOUT, m_rhythm.timeout))
        return missed("the connection was not accepted");
    int problem = 0;
    socklen_t size = sizeof problem;
    ::getsockopt(socket.get(), SOL_SOCKET, SO_ERROR, &problem, &size);
    errno = problem;
    // Neither HTTP/2 nor TLS. A working server answers or closes the connection; only silence is a failure.
    constexpr std::string_view nonsense = "IS ANYBODY THERE?\r\n\r\n";
    if (problem != 0 || ::send(socket.get(), nonsense.data(), nonsense.size(), MSG_NOSIGNAL) < 0)
        return missed("the connection was not accepted");
    if (!waitsFor(socket.get(), POLLIN, m_rhythm.timeout))
        return missed("no answer");
    return success();
}

} // namespace lockstep
