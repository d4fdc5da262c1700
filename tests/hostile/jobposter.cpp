// SPDX-License-Identifier: GPL-3.0-or-later
// A job that runs as a separate process and user, and posts job events to an agent's socket for some time.
//     jobposter SOCKET USER WHAT SECONDS
// WHAT is "honest": a step of job "honest" a hundred times per second, as in resources/manual/jobevents.md. It prints
// the number of posted events at the end. Otherwise, WHAT is one of the floods below, sent as fast as the socket
// accepts them.
#include <deque>
#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>
#include <sys/socket.h>
#include <sys/un.h>
#include <thread>
#include <unistd.h>

namespace {

using Clock = std::chrono::steady_clock;

class Socket
{
public:
    explicit Socket(const std::string& path)
    {
        m_address.sun_family = AF_UNIX;
        path.copy(m_address.sun_path, sizeof(m_address.sun_path) - 1);
    }

    [[nodiscard]] bool post(const std::string& text, int flags) const
    {
        return ::sendto(m_socket, text.data(), text.size(), flags, reinterpret_cast<const sockaddr*>(&m_address),
                        sizeof(m_address))
            == static_cast<ssize_t>(text.size());
    }

private:
    sockaddr_un m_address{};
    int m_socket = ::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
};

/// @return events that never got through
std::size_t postHonestly(const Socket& socket, Clock::time_point end, std::size_t& posted)
{
    constexpr std::size_t maxUnsent = 2000;
    std::deque<std::string> unsent;
    std::size_t lost = 0;
    const auto trySending = [&] {
        std::string text;
        for (const std::string& line : unsent)
            text += line + '\n';
        if (socket.post(text, MSG_DONTWAIT))
            unsent.clear();
    };
    for (auto next = Clock::now(); Clock::now() < end; std::this_thread::sleep_until(next)) {
        next += std::chrono::milliseconds(10);
        unsent.push_back(
            fmt::format(R"({{"kind":"step","duration":0.01,"rank":{},"step":{},"job":"honest"}})", posted % 8, posted));
        ++posted;
        if (unsent.size() > maxUnsent) {
            unsent.pop_front();
            ++lost;
        }
        trySending();
    }
    for (int more = 0; more < 6000 && !unsent.empty(); ++more) {
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
        trySending();
    }
    return lost + unsent.size();
}

std::string floodOf(const std::string& what, std::size_t number)
{
    if (what == "names")
        return fmt::format(
            R"({{"kind":"collective","duration":1,"lane":"lane {0}","job":"job {0}","op":"op {0}","communicator":"c {0}","sequence":{0}}})",
            number);
    if (what == "spans")
        return fmt::format(R"({{"kind":"step","duration":0.001,"rank":99,"job":"flood","step":{}}})", number);
    if (what == "theft")
        return fmt::format(R"({{"kind":"step","duration":1000,"rank":{},"job":"honest"}})", number % 8);
    if (what == "lines") {
        std::string lines;
        while (lines.size() < 60'000)
            lines += R"({"kind":"marker","job":"flood","lane":"x"})"
                     "\n";
        return lines;
    }
    if (what == "long ago")
        return R"({"kind":"step","start":1700000000,"duration":2,"rank":3,"job":"flood"})";
    std::minstd_rand random(static_cast<unsigned>(number));
    std::string bytes(1 + random() % 3000, '\0');
    for (char& byte : bytes)
        byte = static_cast<char>(random());
    return bytes;
}

} // namespace

int main(int count, char** arguments)
{
    if (count != 5)
        return 2;
    const auto user = static_cast<uid_t>(std::atol(arguments[2]));
    if (::getuid() == 0 && (::setgid(user) != 0 || ::setuid(user) != 0))
        return 1;
    const Socket socket(arguments[1]);
    const std::string what = arguments[3];
    const auto end = Clock::now() + std::chrono::milliseconds(std::atol(arguments[4]) * 1000);
    std::size_t posted = 0;
    std::size_t lost = 0;
    if (what == "honest") {
        lost = postHonestly(socket, end, posted);
    } else {
        for (; Clock::now() < end; ++posted)
            static_cast<void>(socket.post(floodOf(what, posted), 0));
    }
    fmt::print("posted {} lost {}\n", posted, lost);
    return 0;
}
