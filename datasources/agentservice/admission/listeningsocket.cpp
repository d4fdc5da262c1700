// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/agentservice/admission/listeningsocket.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <memory>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <system_error>

namespace lockstep {

namespace {

constexpr int backlog = 1024;
/// Requests are small. Limits the data that a peer can have sent before its connection is closed.
constexpr int receiveBufferBytes = 64 << 10;

Error cannotListen(const NetAddress& address, const std::string& why)
{
    return Error{fmt::format("cannot listen on {}: {}", address.toString(), why)};
}

std::string systemReason(int problem)
{
    return std::generic_category().message(problem);
}

void setOption(const FileDescriptor& socket, int level, int option, int value)
{
    ::setsockopt(socket.get(), level, option, &value, sizeof value);
}

Result<FileDescriptor> listenOnOne(const NetAddress& address, const addrinfo& found, std::uint16_t port)
{
    FileDescriptor socket(::socket(found.ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, found.ai_protocol));
    if (!socket.isOpen())
        return cannotListen(address, systemReason(errno));
    setOption(socket, SOL_SOCKET, SO_REUSEADDR, 1);
    setOption(socket, SOL_SOCKET, SO_RCVBUF, receiveBufferBytes);
    setOption(socket, IPPROTO_TCP, TCP_NODELAY, 1);
    sockaddr_storage bound{};
    std::memcpy(&bound, found.ai_addr, found.ai_addrlen);
    if (found.ai_family == AF_INET6)
        reinterpret_cast<sockaddr_in6&>(bound).sin6_port = htons(port);
    else
        reinterpret_cast<sockaddr_in&>(bound).sin_port = htons(port);
    if (::bind(socket.get(), reinterpret_cast<const sockaddr*>(&bound), found.ai_addrlen) != 0
        || ::listen(socket.get(), backlog) != 0)
        return cannotListen(address, systemReason(errno));
    return socket;
}

sockaddr_storage boundTo(const FileDescriptor& socket)
{
    sockaddr_storage bound{};
    socklen_t size = sizeof bound;
    ::getsockname(socket.get(), reinterpret_cast<sockaddr*>(&bound), &size);
    return bound;
}

std::uint16_t portOf(const sockaddr_storage& bound)
{
    return ntohs(bound.ss_family == AF_INET6 ? reinterpret_cast<const sockaddr_in6&>(bound).sin6_port
                                             : reinterpret_cast<const sockaddr_in&>(bound).sin_port);
}

Result<ListeningSockets> listenOnUnix(const NetAddress& address)
{
    sockaddr_un bound{};
    bound.sun_family = AF_UNIX;
    if (address.host.size() >= sizeof bound.sun_path)
        return cannotListen(address, fmt::format("the path is longer than {} bytes", sizeof bound.sun_path - 1));
    address.host.copy(bound.sun_path, address.host.size());
    // Removes the socket of an agent that was killed; any other file is an error.
    struct stat info
    { };
    FileDescriptor probe(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
    const auto* generic = reinterpret_cast<const sockaddr*>(&bound);
    if (::lstat(address.host.c_str(), &info) == 0 && S_ISSOCK(info.st_mode)
        && ::connect(probe.get(), generic, sizeof bound) != 0 && errno == ECONNREFUSED)
        ::unlink(address.host.c_str());
    FileDescriptor socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    if (!socket.isOpen() || ::bind(socket.get(), generic, sizeof bound) != 0 || ::listen(socket.get(), backlog) != 0)
        return cannotListen(address, systemReason(errno));
    ListeningSockets listening;
    listening.bound = boundTo(socket);
    listening.sockets.push_back(std::move(socket));
    return listening;
}

} // namespace

Result<ListeningSockets> listenOn(const NetAddress& address)
{
    if (address.isUnix)
        return listenOnUnix(address);
    addrinfo hints{};
    hints.ai_socktype = SOCK_STREAM;
    hints.ai_flags = AI_PASSIVE;
    addrinfo* list = nullptr;
    const int problem = ::getaddrinfo(address.host.c_str(), nullptr, &hints, &list);
    if (problem != 0)
        return cannotListen(address, ::gai_strerror(problem));
    const std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)> owner(list, &::freeaddrinfo);
    ListeningSockets listening;
    listening.port = address.port;
    std::string why;
    for (const addrinfo* each = list; each != nullptr; each = each->ai_next) {
        Result<FileDescriptor> socket = listenOnOne(address, *each, listening.port);
        if (socket.isOk()) {
            listening.port = portOf(boundTo(socket.value()));
            listening.sockets.push_back(std::move(socket).value());
        } else if (socket.error().message.find(systemReason(EADDRINUSE)) != std::string::npos) {
            return socket.error(); // otherwise half of the readers would reach another program
        } else if (why.empty()) {
            why = socket.error().message; // one family may be unavailable on this machine
        }
    }
    if (listening.sockets.empty())
        return Error{why};
    listening.bound = boundTo(listening.sockets.front());
    return listening;
}

} // namespace lockstep
