// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/hostile/rawpeer.h"

#include <array>
#include <cerrno>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace lockstep::test {

RawPeer::RawPeer(int port) : m_socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0))
{
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (m_socket >= 0 && ::connect(m_socket, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0)
        close();
}

RawPeer::~RawPeer()
{
    close();
}

RawPeer::RawPeer(RawPeer&& other) noexcept : m_socket(std::exchange(other.m_socket, -1)) { }

RawPeer& RawPeer::operator=(RawPeer&& other) noexcept
{
    std::swap(m_socket, other.m_socket);
    return *this;
}

void RawPeer::close()
{
    if (m_socket >= 0)
        ::close(std::exchange(m_socket, -1));
}

bool RawPeer::send(std::string_view bytes)
{
    while (!bytes.empty()) {
        const ssize_t sent = ::send(m_socket, bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent > 0) {
            bytes.remove_prefix(static_cast<std::size_t>(sent));
            continue;
        }
        if (errno != EAGAIN)
            return false;
        pollfd wait{m_socket, POLLOUT, 0};
        if (::poll(&wait, 1, 100) == 0)
            return true; // the data is not read, which the other end may do
    }
    return true;
}

bool RawPeer::isHungUp()
{
    std::array<char, 65536> buffer{};
    for (;;) {
        const ssize_t size = ::recv(m_socket, buffer.data(), buffer.size(), MSG_DONTWAIT);
        if (size == 0 || (size < 0 && errno != EAGAIN))
            return true;
        if (size < 0)
            return false;
    }
}

RawServer::RawServer(std::string answer)
    : m_answer(std::move(answer)), m_socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0))
{
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (::bind(m_socket, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0
        && ::listen(m_socket, SOMAXCONN) == 0)
        m_thread = std::jthread([this](const std::stop_token& stop) { serve(stop); });
}

RawServer::~RawServer()
{
    m_thread.request_stop();
    if (m_thread.joinable())
        m_thread.join();
    ::close(m_socket);
}

std::string RawServer::address() const
{
    sockaddr_in address{};
    socklen_t size = sizeof address;
    ::getsockname(m_socket, reinterpret_cast<sockaddr*>(&address), &size);
    return "127.0.0.1:" + std::to_string(ntohs(address.sin_port));
}

void RawServer::serve(const std::stop_token& stop)
{
    std::vector<int> clients;
    while (!stop.stop_requested()) {
        pollfd wait{m_socket, POLLIN, 0};
        if (::poll(&wait, 1, 50) <= 0)
            continue;
        const int client = ::accept4(m_socket, nullptr, nullptr, SOCK_CLOEXEC);
        if (client < 0)
            continue;
        clients.push_back(client);
        const auto send = [client](const std::string& bytes) {
            return ::send(client, bytes.data(), bytes.size(), MSG_NOSIGNAL) == static_cast<ssize_t>(bytes.size());
        };
        static_cast<void>(send(http2::frame(http2::Frame::Settings, 0, 0, {})));
        std::this_thread::sleep_for(std::chrono::milliseconds(300)); // a client calls when it has the settings
        m_answered += send(m_answer) ? 1 : 0;
    }
    for (const int client : clients)
        ::close(client);
}

void dropPrivileges()
{
    constexpr uid_t nobody = 65534;
    // Not setresuid(): the library would change all threads.
    ::syscall(SYS_setresuid, nobody, nobody, nobody);
}

namespace http2 {

namespace {

std::string bigEndian(std::uint64_t value, int bytes)
{
    std::string text;
    for (int byte = bytes - 1; byte >= 0; --byte)
        text += static_cast<char>(value >> (8 * byte));
    return text;
}

/// A literal header that is not added to the table; name and value below 127 bytes each.
std::string header(std::string_view name, std::string_view value)
{
    return std::string("\0", 1) + static_cast<char>(name.size()) + std::string(name) + static_cast<char>(value.size())
        + std::string(value);
}

} // namespace

std::string frame(Frame type, std::uint8_t flags, std::uint32_t stream, std::string_view payload)
{
    return bigEndian(payload.size(), 3) + static_cast<char>(type) + static_cast<char>(flags) + bigEndian(stream, 4)
        + std::string(payload);
}

std::string preface(std::uint32_t window)
{
    constexpr std::uint16_t initialWindow = 4;
    return "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
        + frame(Frame::Settings, 0, 0, bigEndian(initialWindow, 2) + bigEndian(window, 4));
}

std::string headers(std::string_view path, std::string_view encoding)
{
    return header(":method", "POST") + header(":scheme", "http") + header(":path", path)
        + header(":authority", "localhost") + header("te", "trailers") + header("content-type", "application/grpc")
        + header("grpc-encoding", encoding);
}

std::string shortHeaders(std::string_view path, std::uint32_t number)
{
    std::string all = "\x83\x86"; // POST, http
    if (number > 0)
        return all + "\xC1\xC0\xBF\xBE"; // indices of headers that the first call added to the table
    const auto remembered = [](std::string_view name, std::string_view value) {
        std::string text = header(name, value);
        text[0] = '\x40';
        return text;
    };
    return all + remembered(":path", path) + remembered(":authority", "localhost") + remembered("te", "trailers")
        + remembered("content-type", "application/grpc");
}

std::string message(std::string_view bytes, bool isCompressed)
{
    return std::string(1, isCompressed ? '\1' : '\0') + bigEndian(bytes.size(), 4) + std::string(bytes);
}

std::string call(std::uint32_t stream, std::string_view path, std::string_view bytes)
{
    return frame(Frame::Headers, endHeaders, stream, headers(path))
        + frame(Frame::Data, endStream, stream, message(bytes));
}

} // namespace http2

} // namespace lockstep::test
