// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/nccl/nccldoor.h"

#include "models/core/visibletext.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

namespace lockstep {

namespace {

constexpr int backlog = 128;
constexpr unsigned patience = 100; ///< polls

const sockaddr* plainAddress(const sockaddr_un& address)
{
    return reinterpret_cast<const sockaddr*>(&address);
}

/// A greeting with its descriptors.
struct HandedOver
{
    static constexpr std::size_t descriptors = 4;

    nccl::Hello hello;
    alignas(cmsghdr) std::array<char, CMSG_SPACE(descriptors * sizeof(int))> control{};
    iovec data{&hello, sizeof(hello)};
    msghdr message{};

    HandedOver()
    {
        message.msg_iov = &data;
        message.msg_iovlen = 1;
        message.msg_control = control.data();
        message.msg_controllen = control.size();
    }

    ssize_t receive(int socket) { return ::recvmsg(socket, &message, MSG_CMSG_CLOEXEC | MSG_DONTWAIT); }

    /// The first descriptor that is sealed memory. Others are not closed here, because closing may block indefinitely.
    FileDescriptor takeSealed()
    {
        for (cmsghdr* part = CMSG_FIRSTHDR(&message); part != nullptr; part = CMSG_NXTHDR(&message, part)) {
            if (part->cmsg_level != SOL_SOCKET || part->cmsg_type != SCM_RIGHTS)
                continue;
            const std::size_t count = (part->cmsg_len - CMSG_LEN(0)) / sizeof(int);
            for (std::size_t at = 0; at < count; ++at) {
                int number = -1;
                std::memcpy(&number, CMSG_DATA(part) + at * sizeof(int), sizeof(int));
                if (RingReader::isSealedMemory(number))
                    return FileDescriptor(number);
            }
        }
        return {};
    }
};

/// Code of a helper process. It keeps no descriptor of the agent, because these would outlive the agent if the helper
/// hangs.
[[noreturn]] void passRingOn(int connection, int answer)
{
    HandedOver handed;
    if (::dup2(connection, 0) == 0 && ::dup2(answer, 1) == 1 && ::close_range(2, ~0U, 0) == 0
        && handed.receive(0) == static_cast<ssize_t>(sizeof(handed.hello))) {
        const int ring = handed.takeSealed().release();
        alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(int))> control{};
        msghdr message = handed.message;
        message.msg_control = control.data();
        message.msg_controllen = control.size();
        cmsghdr* const part = CMSG_FIRSTHDR(&message);
        part->cmsg_level = SOL_SOCKET;
        part->cmsg_type = SCM_RIGHTS;
        part->cmsg_len = CMSG_LEN(sizeof(int));
        std::memcpy(CMSG_DATA(part), &ring, sizeof(int));
        if (ring >= 0)
            static_cast<void>(::sendmsg(1, &message, MSG_NOSIGNAL));
    }
    ::_exit(0);
}

std::string jobOf(const nccl::Hello& hello)
{
    const std::string job = visibleLine({hello.job, ::strnlen(hello.job, sizeof(hello.job))});
    return job.empty() ? "job" : job;
}

} // namespace

NcclDoor::~NcclDoor()
{
    for (const Helper& each : m_helpers)
        ::kill(each.process, SIGKILL);
    reapHelpers();
    if (m_socket.isOpen())
        ::unlink(m_path.c_str());
}

Status NcclDoor::open(const std::string& path)
{
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (path.size() >= sizeof(address.sun_path))
        return Error{fmt::format("{}: at most {} bytes were expected", path, sizeof(address.sun_path) - 1)};
    path.copy(address.sun_path, path.size());
    struct stat info
    { };
    if (::lstat(path.c_str(), &info) == 0) {
        const FileDescriptor probe(::socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
        if (!S_ISSOCK(info.st_mode) || ::connect(probe.get(), plainAddress(address), sizeof(address)) == 0)
            return Error{fmt::format("{}: is in use", path)};
        ::unlink(path.c_str());
    }
    FileDescriptor socket(::socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    constexpr mode_t everyUser = 0666;
    if (!socket.isOpen() || ::bind(socket.get(), plainAddress(address), sizeof(address)) != 0
        || ::chmod(path.c_str(), everyUser) != 0 || ::listen(socket.get(), backlog) != 0)
        return Error{fmt::format("{}: {}", path, std::strerror(errno))};
    m_path = path;
    m_socket = std::move(socket);
    return success();
}

void NcclDoor::accept(const std::vector<uid_t>& present)
{
    for (int turn = 0; turn < backlog; ++turn) {
        Newcomer newcomer{FileDescriptor(::accept4(m_socket.get(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK))};
        if (!newcomer.connection.isOpen())
            return;
        ucred credentials{};
        socklen_t length = sizeof(credentials);
        if (::getsockopt(newcomer.connection.get(), SOL_SOCKET, SO_PEERCRED, &credentials, &length) != 0)
            continue;
        newcomer.user = credentials.uid;
        newcomer.process = credentials.pid;
        const auto ofUser = static_cast<std::size_t>(std::ranges::count(present, newcomer.user)
                                                     + std::ranges::count(m_newcomers, newcomer.user, &Newcomer::user));
        if (ofUser >= guestsOfUser || present.size() + m_newcomers.size() >= guests)
            ++m_refused;
        else
            m_newcomers.push_back(std::move(newcomer));
    }
}

std::vector<NcclDoor::Guest> NcclDoor::admit(const std::vector<uid_t>& present)
{
    std::vector<Guest> guests;
    if (!m_socket.isOpen())
        return guests;
    reapHelpers();
    accept(present);
    std::erase_if(m_newcomers, [&](Newcomer& newcomer) {
        bool isSilent = false;
        Result<Guest> guest = introduce(newcomer, isSilent);
        if (guest.isOk())
            guests.push_back(std::move(guest).value());
        else if (isSilent && ++newcomer.looks < patience)
            return false;
        else
            ++m_refused;
        return true;
    });
    return guests;
}

void NcclDoor::reapHelpers()
{
    std::erase_if(m_helpers, [](const Helper& each) { return ::waitpid(each.process, nullptr, WNOHANG) != 0; });
}

/// Unless the user has the maximum number of helpers: then the new one waits.
void NcclDoor::startHelper(Newcomer& newcomer)
{
    std::array<int, 2> ends{};
    if (std::ranges::count(m_helpers, newcomer.user, &Helper::user) >= std::ptrdiff_t{helpersOfUser}
        || ::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, ends.data()) != 0)
        return;
    newcomer.answer = FileDescriptor(ends[0]);
    const FileDescriptor other(ends[1]);
    const pid_t helper = ::_Fork(); // only this thread continues in the child, which may use only system calls
    if (helper == 0)
        passRingOn(newcomer.connection.get(), other.get());
    if (helper > 0)
        m_helpers.push_back({newcomer.user, helper});
}

Result<NcclDoor::Guest> NcclDoor::introduce(Newcomer& newcomer, bool& isSilent)
{
    pollfd look{newcomer.connection.get(), POLLIN, 0};
    if (!newcomer.answer.isOpen()) {
        if (::poll(&look, 1, 0) != 0)
            startHelper(newcomer);
        isSilent = true;
        return Error{"no data received yet"};
    }
    HandedOver message;
    const ssize_t size = message.receive(newcomer.answer.get());
    isSilent = size < 0 && (errno == EAGAIN || errno == EINTR);
    FileDescriptor memory = size >= 0 ? message.takeSealed() : FileDescriptor();
    const nccl::Hello& hello = message.hello;
    if (size != static_cast<ssize_t>(sizeof(hello)) || hello.magic != nccl::ringMagic
        || hello.version != nccl::ringVersion || !memory.isOpen())
        return Error{"received no ring of this version"};
    Result<RingReader> ring = RingReader::open(std::move(memory));
    if (!ring.isOk())
        return ring.error();
    return Guest{std::move(newcomer.connection),
                 newcomer.user,
                 newcomer.process,
                 std::max(hello.rank, -1),
                 hello.gpu >= 0 && hello.gpu < 1024 ? hello.gpu : -1,
                 jobOf(hello),
                 std::move(ring).value()};
}

bool NcclDoor::hasEnded(const Guest& guest)
{
    pollfd look{guest.connection.get(), POLLIN | POLLRDHUP, 0};
    return ::poll(&look, 1, 0) != 0;
}

} // namespace lockstep
