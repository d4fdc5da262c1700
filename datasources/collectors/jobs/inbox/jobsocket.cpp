// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/jobs/inbox/jobsocket.h"

#include "datasources/collectors/jobs/inbox/cpushare.h"
#include "datasources/collectors/kernel/files/kerneltext.h"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <grp.h>
#include <poll.h>
#include <string_view>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

namespace lockstep {

namespace {

Result<std::string> socketIn(const std::string& folder, mode_t mode)
{
    // Regardless of the umask: the folder was just created by this process.
    if (::mkdir(folder.c_str(), mode) == 0)
        static_cast<void>(::chmod(folder.c_str(), mode));
    else if (errno != EEXIST)
        return Error{fmt::format("cannot create {}: {}", folder, std::strerror(errno))};
    return folder + "/jobs.sock";
}

std::string fromEnvironment(const char* name)
{
    const char* const value = std::getenv(name);
    return value != nullptr && *value == '/' ? std::string(value) : std::string();
}

Status checkOne(const std::string& folder)
{
    struct stat info
    { };
    if (::lstat(folder.c_str(), &info) != 0)
        return Error{fmt::format("{}: {}", folder, std::strerror(errno))};
    if (!S_ISDIR(info.st_mode))
        return Error{fmt::format("{}: not a folder", folder)};
    if (info.st_uid != 0 && info.st_uid != ::geteuid())
        return Error{
            fmt::format("{}: belongs to user {}, who could replace the socket; expected a folder of this user or root",
                        folder, info.st_uid)};
    if ((info.st_mode & (S_IWGRP | S_IWOTH)) != 0 && (info.st_mode & S_ISVTX) == 0)
        return Error{fmt::format(
            "{}: other users can write there and could replace the socket; expected mode 0755 or less", folder)};
    return success();
}

/// Whether only root and this process's user can replace @p path or a folder on the way to it; otherwise another user
/// could impersonate the agent. The error names the folder.
Status checkOwnedFolder(const std::string& path)
{
    const std::unique_ptr<char, void (*)(void*)> resolved(::realpath(path.c_str(), nullptr), &std::free);
    if (!resolved)
        return Error{fmt::format("{}: {}", path, std::strerror(errno))};
    for (std::string_view folder(resolved.get()); folder.size() > 1; folder = folder.substr(0, folder.rfind('/'))) {
        if (Status status = checkOne(std::string(folder)); !status.isOk())
            return status;
    }
    return checkOne("/");
}

constexpr std::size_t longestDatagram = 65536;

Error systemError(const std::string& path, const char* what)
{
    return Error{fmt::format("{}: {}: {}", path, what, std::strerror(errno))};
}

const sockaddr* genericAddress(const sockaddr_un& address)
{
    return reinterpret_cast<const sockaddr*>(&address);
}

/// Removes the socket of an agent that was killed; not a file, another user's socket, or one in use.
Status removeStale(const std::string& path, const sockaddr_un& address)
{
    struct stat info
    { };
    if (::lstat(path.c_str(), &info) != 0)
        return success();
    if (!S_ISSOCK(info.st_mode))
        return Error{fmt::format("{}: exists and is not a socket", path)};
    const FileDescriptor probe(::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0));
    if (::connect(probe.get(), genericAddress(address), sizeof(address)) == 0)
        return Error{fmt::format("{}: another agent is listening on this socket", path)};
    if (::unlink(path.c_str()) != 0)
        return systemError(path, "cannot remove the stale socket");
    return success();
}

/// The sender according to the kernel; an untrusted user if unknown.
ucred senderOf(msghdr& message)
{
    for (cmsghdr* part = CMSG_FIRSTHDR(&message); part != nullptr; part = CMSG_NXTHDR(&message, part)) {
        if (part->cmsg_level == SOL_SOCKET && part->cmsg_type == SCM_CREDENTIALS) {
            ucred credentials{};
            std::memcpy(&credentials, CMSG_DATA(part), sizeof(credentials));
            return credentials;
        }
    }
    return {0, otherSenders, 0};
}

/// Grants access according to the configuration; until then no user has access.
Status letIn(const std::string& path, const std::string& groupName)
{
    constexpr mode_t everyUser = 0666; // any local job may post, regardless of the agent's user; nobody can read
    constexpr mode_t groupOnly = 0660;
    if (groupName.empty())
        return ::chmod(path.c_str(), everyUser) == 0 ? success()
                                                     : systemError(path, "cannot grant write access to jobs");
    std::vector<char> buffer(65536);
    group entry{};
    group* found = nullptr;
    if (::getgrnam_r(groupName.c_str(), &entry, buffer.data(), buffer.size(), &found) != 0 || found == nullptr)
        return Error{fmt::format("{}: [jobs] \"group\": unknown group \"{}\"", path, groupName)};
    if (::chown(path.c_str(), static_cast<uid_t>(-1), found->gr_gid) != 0)
        return systemError(path, "cannot assign it to the group; the agent must be a member of the group");
    return ::chmod(path.c_str(), groupOnly) == 0 ? success() : systemError(path, "cannot grant write access to jobs");
}

} // namespace

Result<std::string> defaultJobSocketPath()
{
    // systemd may set several, separated by colons
    if (const std::string made = fromEnvironment("RUNTIME_DIRECTORY"); !made.empty())
        return made.substr(0, made.find(':')) + "/jobs.sock";
    constexpr mode_t othersMayPass = 0755; // any local job may post, regardless of its user
    if (::geteuid() == 0)
        return socketIn("/run/lockstep", othersMayPass);
    constexpr mode_t ownOnly = 0700;
    if (const std::string own = fromEnvironment("XDG_RUNTIME_DIR"); !own.empty())
        return socketIn(own + "/lockstep", ownOnly);
    return Error{"no private folder for the job socket, because $XDG_RUNTIME_DIR is not set: set [jobs] \"socket\""};
}

Result<std::unique_ptr<JobSocket>> JobSocket::open(Options options)
{
    const std::string& path = options.path;
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (path.empty() || path.front() != '/' || path.size() >= sizeof(address.sun_path))
        return Error{fmt::format("{}: expected an absolute path of 1 to {} bytes for the socket", path,
                                 sizeof(address.sun_path) - 1)};
    path.copy(address.sun_path, path.size());
    if (const Status owned = checkOwnedFolder(path.substr(0, std::max<std::size_t>(path.rfind('/'), 1))); !owned.isOk())
        return owned.error();
    if (const Status removed = removeStale(path, address); !removed.isOk())
        return removed.error();

    FileDescriptor socket(::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    FileDescriptor wakeUp(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
    const int on = 1;
    if (!socket.isOpen() || !wakeUp.isOpen()
        || ::setsockopt(socket.get(), SOL_SOCKET, SO_PASSCRED, &on, sizeof(on)) != 0)
        return systemError(path, "cannot create a socket");
    // No access until it is granted.
    static_cast<void>(::fchmod(socket.get(), 0));
    if (::bind(socket.get(), genericAddress(address), sizeof(address)) != 0)
        return systemError(path, "cannot listen");
    if (const Status open = letIn(path, options.group); !open.isOk()) {
        ::unlink(path.c_str());
        return open.error();
    }
    return std::unique_ptr<JobSocket>(new JobSocket(std::move(options), std::move(socket), std::move(wakeUp)));
}

JobSocket::JobSocket(Options options, FileDescriptor socket, FileDescriptor wakeUp)
    : m_options(std::move(options)),
      m_socket(std::move(socket)),
      m_wakeUp(std::move(wakeUp)),
      m_inbox(m_options.limits),
      m_thread([this](const std::stop_token& stop) { run(stop); })
{ }

JobSocket::~JobSocket()
{
    m_thread.request_stop();
    ::eventfd_write(m_wakeUp.get(), 1);
    m_thread.join();
    ::unlink(m_options.path.c_str());
}

void JobSocket::add(SenderId sender, pid_t process, JobEvent event)
{
    const auto now = std::chrono::steady_clock::now();
    const std::lock_guard lock(m_mutex);
    if (m_inbox.admit(sender, {}, now))
        m_inbox.add(sender, process, std::move(event), now);
}

JobSocket::Inbox JobSocket::take(std::size_t max)
{
    const std::lock_guard lock(m_mutex);
    Inbox inbox;
    inbox.posts = m_inbox.take(max);
    inbox.losses = m_inbox.takeLosses();
    inbox.waiting = m_inbox.waiting();
    return inbox;
}

void JobSocket::run(const std::stop_token& stop)
{
    constexpr auto burst = std::chrono::milliseconds(100);
    CpuShare share(m_options.cpuShare, burst);
    std::vector<char> buffer(longestDatagram + 1);
    while (!stop.stop_requested()) {
        std::array<pollfd, 2> waits{{{m_socket.get(), POLLIN, 0}, {m_wakeUp.get(), POLLIN, 0}}};
        if (::poll(waits.data(), waits.size(), -1) < 0 && errno != EINTR)
            return;
        if ((waits[0].revents & POLLIN) != 0)
            receiveAll(buffer);
        rest(share.rest());
    }
}

void JobSocket::rest(std::chrono::nanoseconds length) const
{
    if (length <= std::chrono::nanoseconds::zero())
        return;
    const auto seconds = std::chrono::floor<std::chrono::seconds>(length);
    const timespec timeout{seconds.count(), (length - seconds).count()};
    pollfd end{m_wakeUp.get(), POLLIN, 0};
    ::ppoll(&end, 1, &timeout, nullptr);
}

void JobSocket::receiveAll(std::vector<char>& buffer)
{
    constexpr int maxPerTurn = 64; // so that a flood cannot prevent pauses or a stop
    for (int i = 0; i < maxPerTurn; ++i) {
        iovec data{buffer.data(), buffer.size()};
        alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(ucred))> control{};
        msghdr message{};
        message.msg_iov = &data;
        message.msg_iovlen = 1;
        message.msg_control = control.data();
        message.msg_controllen = control.size();
        const ssize_t size = ::recvmsg(m_socket.get(), &message, MSG_TRUNC | MSG_CMSG_CLOEXEC);
        if (size < 0)
            return;
        const ucred sender = senderOf(message);
        const auto length = static_cast<std::size_t>(size);
        if (length <= longestDatagram) {
            readDatagram(sender.uid, sender.pid, {buffer.data(), length});
            continue;
        }
        const std::lock_guard lock(m_mutex);
        m_inbox.addMalformed(sender.uid,
                             fmt::format("the datagram has {} bytes; expected at most {}", length, longestDatagram),
                             std::chrono::steady_clock::now());
    }
}

void JobSocket::readDatagram(SenderId sender, pid_t process, std::string_view text)
{
    const auto now = std::chrono::steady_clock::now();
    const TimePoint clock = wallClockNow();
    {
        const std::lock_guard lock(m_mutex);
        if (!m_inbox.admit(sender, text, now))
            return;
    }
    while (!text.empty()) {
        const std::string_view line = trimmed(nextLine(text));
        if (line.empty())
            continue;
        auto event = parseJobEvent(line, clock);
        const std::lock_guard lock(m_mutex);
        if (event.isOk())
            m_inbox.add(sender, process, std::move(event).value(), now);
        else
            m_inbox.addMalformed(sender, std::move(event.error().message), now);
    }
}

} // namespace lockstep
