// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/text/filedescriptor.h"

#include <QThread>
#include <fmt/format.h>

#include <arpa/inet.h>
#include <array>
#include <atomic>
#include <functional>
#include <mutex>
#include <netinet/in.h>
#include <poll.h>
#include <string>
#include <sys/socket.h>
#include <thread>
#include <vector>

namespace lockstep::test {

/// A RAS port on loopback with answers from the test.
class RasServer
{
public:
    enum class Manner : std::uint8_t { Answers, SpeaksText, Stalls, HangsUp, Floods, Dribbles };

    RasServer()
    {
        m_socket = FileDescriptor(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t size = sizeof(address);
        if (::bind(m_socket.get(), reinterpret_cast<const sockaddr*>(&address), size) != 0
            || ::listen(m_socket.get(), 16) != 0
            || ::getsockname(m_socket.get(), reinterpret_cast<sockaddr*>(&address), &size) != 0)
            qFatal("no server");
        m_port = ntohs(address.sin_port);
        m_thread = std::jthread([this](const std::stop_token& stop) { run(stop); });
    }

    [[nodiscard]] std::uint16_t port() const { return m_port; }
    void answer(std::string status)
    {
        answerEach([status = std::move(status)](int) { return status; });
    }
    /// By the number of the question.
    void answerEach(std::function<std::string(int)> status)
    {
        const std::lock_guard lock(m_mutex);
        m_status = std::move(status);
    }
    void behave(Manner manner) { m_manner = manner; }
    /// Sends an event to all monitors.
    void tell(std::string event)
    {
        const std::lock_guard lock(m_mutex);
        m_event = std::move(event);
    }
    /// Whether monitors have received the last event.
    [[nodiscard]] bool isTold()
    {
        const std::lock_guard lock(m_mutex);
        return m_event.empty();
    }
    /// Number of status requests.
    [[nodiscard]] int questions() const { return m_questions; }
    [[nodiscard]] std::size_t sent() const { return m_sent; }

private:
    void run(const std::stop_token& stop)
    {
        std::vector<FileDescriptor> watchers;
        while (!stop.stop_requested()) {
            pollfd look{m_socket.get(), POLLIN, 0};
            if (::poll(&look, 1, 20) > 0)
                serve(FileDescriptor(::accept4(m_socket.get(), nullptr, nullptr, SOCK_CLOEXEC)), watchers, stop);
            const std::lock_guard lock(m_mutex);
            if (m_event.empty() || watchers.empty())
                continue;
            for (const FileDescriptor& watcher : watchers)
                static_cast<void>(::send(watcher.get(), m_event.data(), m_event.size(), MSG_NOSIGNAL));
            m_event.clear();
        }
    }

    void serve(FileDescriptor client, std::vector<FileDescriptor>& watchers, const std::stop_token& stop)
    {
        std::string commands;
        std::array<char, 256> buffer;
        while (commands.find("STATUS\n") == std::string::npos && commands.find("MONITOR\n") == std::string::npos) {
            const ssize_t size = ::recv(client.get(), buffer.data(), buffer.size(), 0);
            if (size <= 0)
                return;
            commands.append(buffer.data(), static_cast<std::size_t>(size));
        }
        if (commands.find("MONITOR\n") != std::string::npos)
            return watchers.push_back(std::move(client));
        ++m_questions;
        const std::lock_guard lock(m_mutex);
        const auto say = [&](std::string_view text) {
            const ssize_t size = ::send(client.get(), text.data(), text.size(), MSG_NOSIGNAL);
            m_sent += size > 0 ? static_cast<std::size_t>(size) : 0;
            return size == static_cast<ssize_t>(text.size());
        };
        switch (m_manner) {
        case Manner::Answers:
            say("OK\n" + (m_status ? m_status(m_questions) : std::string()));
            break;
        case Manner::SpeaksText: // as NCCL 2.24 to 2.28.6
            say(commands.starts_with("SET") ? std::string("ERROR: Unknown command\n") : m_status(m_questions));
            break;
        case Manner::HangsUp:
            break;
        case Manner::Stalls:
            m_stalled.push_back(std::move(client));
            break;
        case Manner::Floods: {
            const std::string piece(1U << 20U, '{');
            for (int at = 0; at < 1024 && !stop.stop_requested() && say(piece); ++at) { }
            break;
        }
        case Manner::Dribbles:
            for (int at = 0; at < 1000 && !stop.stop_requested() && say("{"); ++at)
                QThread::msleep(10);
            break;
        }
    }

    FileDescriptor m_socket;
    std::uint16_t m_port = 0;
    std::mutex m_mutex;
    std::function<std::string(int)> m_status;
    std::string m_event;
    std::vector<FileDescriptor> m_stalled;
    std::atomic<Manner> m_manner{Manner::Answers};
    std::atomic<int> m_questions{0};
    std::atomic<std::size_t> m_sent{0};
    std::jthread m_thread;
};

/// A status of one communicator, by the number of all-reduces each rank has launched; -1: does not answer.
inline std::string statusOf(const std::vector<int>& launched)
{
    std::string ranks;
    std::string missing;
    for (std::size_t rank = 0; rank < launched.size(); ++rank) {
        const std::string who
            = fmt::format(R"("rank":{0},"host":"10.0.0.1","pid":{1},"cuda_dev":{0},"nvml_dev":{0})", rank, 4000 + rank);
        if (launched[rank] < 0)
            missing += fmt::format(R"({}{{{},"status":{{"unresponsive":true,"considered_dead":{}}}}})",
                                   missing.empty() ? "" : ",", who, launched[rank] < -1);
        else
            ranks += fmt::format(
                R"({}{{{},"status":{{"init_state":0}},"collective_counts":{{"Broadcast":1,"AllReduce":{}}}}})",
                ranks.empty() ? "" : ",", who, launched[rank]);
    }
    return fmt::format(R"({{"nccl_version":"2.29.1","communicators":[{{"hash":"0xae94","size":{},"ranks":[{}],)"
                       R"("missing_ranks":[{}]}}],"ras":{{"collection_time_sec":0.001}}}})",
                       launched.size(), ranks, missing)
        + "\n";
}

} // namespace lockstep::test
