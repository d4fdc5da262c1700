// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/text/filedescriptor.h"

#include <array>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <netinet/in.h>
#include <poll.h>
#include <string>
#include <sys/socket.h>
#include <thread>

namespace lockstep::test {

/// A UDP peer on loopback with answers from the test for each datagram; empty: no answer.
class RawResponder
{
public:
    using Answer = std::function<std::string(const std::string& question)>;

    explicit RawResponder(Answer answer)
        : m_answer(std::move(answer)), m_socket(::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0))
    {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t size = sizeof(address);
        auto* const plain = reinterpret_cast<sockaddr*>(&address);
        if (::bind(m_socket.get(), plain, size) != 0 || ::getsockname(m_socket.get(), plain, &size) != 0)
            std::abort();
        m_port = ntohs(address.sin_port);
        m_thread = std::jthread([this](const std::stop_token& stop) { serve(stop); });
    }

    [[nodiscard]] std::uint16_t port() const { return m_port; }
    [[nodiscard]] int questions() const { return m_questions; }

private:
    void serve(const std::stop_token& stop)
    {
        std::array<char, 4096> buffer{};
        while (!stop.stop_requested()) {
            pollfd look{m_socket.get(), POLLIN, 0};
            if (::poll(&look, 1, 10) <= 0)
                continue;
            sockaddr_in from{};
            socklen_t size = sizeof(from);
            auto* const plain = reinterpret_cast<sockaddr*>(&from);
            const ssize_t length = ::recvfrom(m_socket.get(), buffer.data(), buffer.size(), 0, plain, &size);
            if (length < 0)
                continue;
            ++m_questions;
            const std::string text = m_answer(std::string(buffer.data(), static_cast<std::size_t>(length)));
            if (!text.empty())
                ::sendto(m_socket.get(), text.data(), text.size(), 0, plain, size);
        }
    }

    Answer m_answer;
    FileDescriptor m_socket;
    std::uint16_t m_port = 0;
    std::atomic<int> m_questions = 0;
    std::jthread m_thread; ///< last: it uses all of the above
};

} // namespace lockstep::test
