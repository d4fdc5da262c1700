// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/nccl/nccldoor.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

namespace lockstep {

namespace {

constexpr int backlog = 128;
constexpr unsigned patience = 100; ///< looks

const sockaddr* plainAddress(const sockaddr_un& address)
{
    return reinterpret_cast<const sockaddr*>(&address);
}

/// Closes every descriptor that came along, but the first.
FileDescriptor firstDescriptorOf(msghdr& message)
{
    FileDescriptor first;
    for (cmsghdr* part = CMSG_FIRSTHDR(&message); part != nullptr; part = CMSG_NXTHDR(&message, part)) {
        if (part->cmsg_level != SOL_SOCKET || part->cmsg_type != SCM_RIGHTS)
            continue;
        const std::size_t count = (part->cmsg_len - CMSG_LEN(0)) / sizeof(int);
        for (std::size_t at = 0; at < count; ++at) {
            int number = -1;
            std::memcpy(&number, CMSG_DATA(part) + at * sizeof(int), sizeof(int));
            FileDescriptor descriptor(number);
            if (!first.isOpen())
                first = std::move(descriptor);
        }
    }
    return first;
}

std::string printable(const char* text, std::size_t bytes)
{
    std::string clean;
    for (std::size_t at = 0; at < bytes && text[at] != '\0'; ++at)
        clean += text[at] >= ' ' && text[at] <= '~' ? text[at] : '?';
    return clean.empty() ? "job" : clean;
}

} // namespace

NcclDoor::~NcclDoor()
{
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

Result<NcclDoor::Guest> NcclDoor::introduce(Newcomer& newcomer, bool& isSilent) const
{
    nccl::Hello hello;
    iovec data{&hello, sizeof(hello)};
    constexpr std::size_t descriptors = 4;
    alignas(cmsghdr) std::array<char, CMSG_SPACE(descriptors * sizeof(int))> control{};
    msghdr message{};
    message.msg_iov = &data;
    message.msg_iovlen = 1;
    message.msg_control = control.data();
    message.msg_controllen = control.size();
    const ssize_t size = ::recvmsg(newcomer.connection.get(), &message, MSG_CMSG_CLOEXEC | MSG_DONTWAIT);
    isSilent = size < 0 && (errno == EAGAIN || errno == EINTR);
    FileDescriptor memory = size >= 0 ? firstDescriptorOf(message) : FileDescriptor();
    if (size != static_cast<ssize_t>(sizeof(hello)) || hello.magic != nccl::ringMagic
        || hello.version != nccl::ringVersion || !memory.isOpen())
        return Error{"no ring of this version was handed over"};
    Result<RingReader> ring = RingReader::open(std::move(memory));
    if (!ring.isOk())
        return ring.error();
    return Guest{std::move(newcomer.connection),
                 newcomer.user,
                 newcomer.process,
                 std::max(hello.rank, -1),
                 hello.gpu >= 0 && hello.gpu < 1024 ? hello.gpu : -1,
                 printable(hello.job, sizeof(hello.job)),
                 std::move(ring).value()};
}

bool NcclDoor::hasEnded(const Guest& guest)
{
    pollfd look{guest.connection.get(), POLLIN | POLLRDHUP, 0};
    return ::poll(&look, 1, 0) != 0;
}

} // namespace lockstep
