// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/jobsocket.h"

#include "datasources/collectors/kerneltext.h"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

namespace lockstep {

namespace {

constexpr std::size_t longestDatagram = 65536;

Error systemError(const std::string& path, const char* what)
{
    return Error{fmt::format("{}: {}: {}", path, what, std::strerror(errno))};
}

const sockaddr* genericAddress(const sockaddr_un& address)
{
    return reinterpret_cast<const sockaddr*>(&address);
}

/// Removes what an agent that was killed left behind. Nothing else: not a file, not another user's socket, not one in
/// use.
Status removeStale(const std::string& path, const sockaddr_un& address)
{
    struct stat info
    { };
    if (::lstat(path.c_str(), &info) != 0)
        return success();
    if (!S_ISSOCK(info.st_mode))
        return Error{fmt::format("{}: is there already and is no socket", path)};
    const FileDescriptor probe(::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0));
    if (::connect(probe.get(), genericAddress(address), sizeof(address)) == 0)
        return Error{fmt::format("{}: another agent listens there", path)};
    if (::unlink(path.c_str()) != 0)
        return systemError(path, "a stale socket cannot be removed");
    return success();
}

} // namespace

Result<std::unique_ptr<JobSocket>> JobSocket::open(const std::string& path, std::size_t capacity)
{
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (path.empty() || path.size() >= sizeof(address.sun_path))
        return Error{
            fmt::format("{}: a socket path of 1 to {} bytes was expected", path, sizeof(address.sun_path) - 1)};
    path.copy(address.sun_path, path.size());
    if (const Status removed = removeStale(path, address); !removed.isOk())
        return removed.error();

    FileDescriptor socket(::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    FileDescriptor wakeUp(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
    if (!socket.isOpen() || !wakeUp.isOpen())
        return systemError(path, "no socket");
    if (::bind(socket.get(), genericAddress(address), sizeof(address)) != 0)
        return systemError(path, "cannot listen");
    // Any local job may post, whoever runs the agent; nobody can read from it.
    if (::chmod(path.c_str(), 0666) != 0)
        return systemError(path, "cannot let jobs write");
    const int wanted = 4 << 20;
    ::setsockopt(socket.get(), SOL_SOCKET, SO_RCVBUF, &wanted, sizeof(wanted));
    return std::unique_ptr<JobSocket>(new JobSocket(path, std::move(socket), std::move(wakeUp), capacity));
}

JobSocket::JobSocket(std::string path, FileDescriptor socket, FileDescriptor wakeUp, std::size_t capacity)
    : m_path(std::move(path)),
      m_socket(std::move(socket)),
      m_wakeUp(std::move(wakeUp)),
      m_capacity(capacity),
      m_thread([this](const std::stop_token& stop) { run(stop); })
{ }

JobSocket::~JobSocket()
{
    m_thread.request_stop();
    ::eventfd_write(m_wakeUp.get(), 1);
    m_thread.join();
    ::unlink(m_path.c_str());
}

JobSocket::Inbox JobSocket::take()
{
    const std::lock_guard lock(m_mutex);
    return std::exchange(m_inbox, {});
}

void JobSocket::run(const std::stop_token& stop)
{
    std::vector<char> buffer(longestDatagram + 1);
    while (!stop.stop_requested()) {
        std::array<pollfd, 2> waits{{{m_socket.get(), POLLIN, 0}, {m_wakeUp.get(), POLLIN, 0}}};
        if (::poll(waits.data(), waits.size(), -1) < 0 && errno != EINTR)
            return;
        if ((waits[0].revents & POLLIN) != 0)
            receiveAll(buffer);
    }
}

void JobSocket::receiveAll(std::vector<char>& buffer)
{
    constexpr int mostPerTurn = 256; // a flood must not keep the thread from seeing that it should stop
    Inbox received;
    for (int i = 0; i < mostPerTurn; ++i) {
        const ssize_t size = ::recv(m_socket.get(), buffer.data(), buffer.size(), MSG_TRUNC);
        if (size < 0)
            break;
        const auto length = static_cast<std::size_t>(size);
        if (length > longestDatagram) {
            ++received.malformed;
            received.lastError
                = fmt::format("the datagram is {} bytes long; at most {} were expected", length, longestDatagram);
            continue;
        }
        readDatagram({buffer.data(), length}, received);
    }
    keep(received);
}

void JobSocket::readDatagram(std::string_view text, Inbox& into)
{
    while (!text.empty()) {
        const std::string_view line = trimmed(nextLine(text));
        if (line.empty())
            continue;
        auto event = parseJobEvent(line);
        if (event.isOk()) {
            into.events.push_back(std::move(event).value());
        } else {
            ++into.malformed;
            into.lastError = event.error().message;
        }
    }
}

void JobSocket::keep(Inbox& received)
{
    const std::lock_guard lock(m_mutex);
    m_inbox.malformed += received.malformed;
    if (!received.lastError.empty())
        m_inbox.lastError = std::move(received.lastError);
    for (JobEvent& event : received.events) {
        if (m_inbox.events.size() < m_capacity)
            m_inbox.events.push_back(std::move(event));
        else
            ++m_inbox.dropped;
    }
}

std::string defaultJobSocketPath()
{
    const std::string runFolder = "/run/lockstep";
    if (::access(runFolder.c_str(), W_OK) == 0
        || (::access("/run", W_OK) == 0 && ::mkdir(runFolder.c_str(), 0755) == 0))
        return runFolder + "/jobs.sock";
    const char* userFolder = std::getenv("XDG_RUNTIME_DIR");
    if (userFolder && ::access(userFolder, W_OK) == 0)
        return std::string(userFolder) + "/lockstep-jobs.sock";
    return fmt::format("/tmp/lockstep-jobs-{}.sock", ::getuid());
}

} // namespace lockstep
