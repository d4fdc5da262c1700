// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <cstdint>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>

namespace lockstep::test {

/// A TCP connection to a port of this machine, and hand-made HTTP/2 frames that no library would send.
class RawPeer
{
public:
    RawPeer() = default;
    explicit RawPeer(int port); ///< connects
    ~RawPeer();
    RawPeer(RawPeer&& other) noexcept;
    RawPeer& operator=(RawPeer&& other) noexcept;

    [[nodiscard]] bool isConnected() const { return m_socket >= 0; }
    /// Sends as much as the other end accepts within a tenth of a second.
    /// @return false if it has closed the connection
    bool send(std::string_view bytes);
    /// Whether the peer closed the connection; discards received data.
    [[nodiscard]] bool isHungUp();
    void close();

private:
    int m_socket = -1;
};

/// A server on a port of this machine that sends each client the same bytes after HTTP/2 settings and the client's
/// call.
class RawServer
{
public:
    explicit RawServer(std::string answer);
    ~RawServer();
    RawServer(const RawServer&) = delete;
    RawServer& operator=(const RawServer&) = delete;

    [[nodiscard]] std::string address() const; ///< "127.0.0.1:PORT"
    [[nodiscard]] int answered() const { return m_answered; } ///< clients

private:
    void serve(const std::stop_token& stop);

    const std::string m_answer;
    const int m_socket;
    std::atomic<int> m_answered = 0;
    std::jthread m_thread; ///< last
};

/// Makes this thread's later sockets belong to the user nobody, if the test runs as root.
void dropPrivileges();

namespace http2 {

enum class Frame : std::uint8_t {
    Data = 0,
    Headers = 1,
    Priority = 2,
    Reset = 3,
    Settings = 4,
    Ping = 6,
    WindowUpdate = 8,
    Continuation = 9
};

constexpr std::uint8_t endStream = 1;
constexpr std::uint8_t endHeaders = 4;

[[nodiscard]] std::string frame(Frame type, std::uint8_t flags, std::uint32_t stream, std::string_view payload);
/// A client's connection preface. @param window bytes a stream may send before it must wait for an update
[[nodiscard]] std::string preface(std::uint32_t window = 65535);
/// The packed headers of a gRPC call.
[[nodiscard]] std::string headers(std::string_view path, std::string_view encoding = "identity");
/// The same for the @p number-th call of a connection, in the fewest bytes: from the second on, one for each header.
[[nodiscard]] std::string shortHeaders(std::string_view path, std::uint32_t number);
/// A message as gRPC frames it.
[[nodiscard]] std::string message(std::string_view bytes, bool isCompressed = false);
/// A complete call with one message. @param stream odd
[[nodiscard]] std::string call(std::uint32_t stream, std::string_view path, std::string_view bytes);

} // namespace http2

} // namespace lockstep::test
