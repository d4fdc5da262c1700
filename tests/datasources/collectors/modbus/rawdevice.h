// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/text/filedescriptor.h"

#include <array>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <netinet/in.h>
#include <poll.h>
#include <string>
#include <sys/socket.h>
#include <thread>

namespace lockstep::test {

/// A TCP server on loopback with answers from the test.
class RawDevice
{
public:
    /// Answer to a question; empty: closes the connection.
    using Answer = std::function<std::string(const std::string& question)>;
    static constexpr const char* silence = "silence"; ///< an answer that is never given

    /// @param pause between the bytes of an answer; 0: all at once
    explicit RawDevice(Answer answer, std::chrono::milliseconds pause = {})
        : m_answer(std::move(answer)), m_pause(pause), m_listener(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0))
    {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t size = sizeof(address);
        auto* const plain = reinterpret_cast<sockaddr*>(&address);
        if (::bind(m_listener.get(), plain, size) != 0 || ::listen(m_listener.get(), 4) != 0
            || ::getsockname(m_listener.get(), plain, &size) != 0)
            std::abort();
        m_port = ntohs(address.sin_port);
        m_thread = std::jthread([this](const std::stop_token& stop) { serve(stop); });
    }

    [[nodiscard]] std::uint16_t port() const { return m_port; }

private:
    static bool isReadable(int socket)
    {
        pollfd look{socket, POLLIN, 0};
        return ::poll(&look, 1, 10) > 0;
    }

    [[nodiscard]] bool say(int socket, const std::string& text, const std::stop_token& stop) const
    {
        const std::size_t piece = m_pause.count() > 0 ? 1 : text.size();
        for (std::size_t at = 0; at < text.size() && !stop.stop_requested(); at += piece) {
            if (::send(socket, text.data() + at, piece, MSG_NOSIGNAL) < 0)
                return false;
            std::this_thread::sleep_for(m_pause);
        }
        return true;
    }

    void serve(const std::stop_token& stop)
    {
        while (!stop.stop_requested()) {
            if (!isReadable(m_listener.get()))
                continue;
            const FileDescriptor socket(::accept(m_listener.get(), nullptr, nullptr));
            std::array<char, 512> buffer{};
            while (!stop.stop_requested()) {
                if (!isReadable(socket.get()))
                    continue;
                const ssize_t size = ::recv(socket.get(), buffer.data(), buffer.size(), 0);
                if (size <= 0)
                    break;
                const std::string text = m_answer(std::string(buffer.data(), static_cast<std::size_t>(size)));
                if (text == silence)
                    continue;
                if (text.empty() || !say(socket.get(), text, stop))
                    break;
            }
        }
    }

    Answer m_answer;
    std::chrono::milliseconds m_pause;
    FileDescriptor m_listener;
    std::uint16_t m_port = 0;
    std::jthread m_thread; ///< last: it uses all of the above
};

} // namespace lockstep::test
