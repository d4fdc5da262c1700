// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/kineto/kinetoserver.h"

#include "datasources/collectors/jobs/inbox/cpushare.h"
#include "models/core/textparts.h"
#include "models/core/work/stoppablewait.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <utility>

namespace lockstep {

namespace {

constexpr std::size_t typeBytes = 32;

template <class Number>
Number numberAt(std::string_view bytes, std::size_t at)
{
    Number number = 0;
    std::memcpy(&number, bytes.data() + at, sizeof number);
    return number;
}

constexpr int messagesAtOnce = 64; ///< before checking for pauses and stop requests
constexpr auto cpuBurst = std::chrono::milliseconds(100);

/// As in dynolog: a zero, the name, and another zero that is part of the name.
socklen_t abstractAddress(const std::string& name, sockaddr_un& address)
{
    address = {};
    address.sun_family = AF_UNIX;
    name.copy(address.sun_path + 1, sizeof(address.sun_path) - 2);
    return static_cast<socklen_t>(sizeof(sa_family_t) + name.size() + 2);
}

/// The sender according to the kernel.
bool readSender(msghdr& message, ucred& sender)
{
    for (cmsghdr* part = CMSG_FIRSTHDR(&message); part != nullptr; part = CMSG_NXTHDR(&message, part)) {
        if (part->cmsg_level == SOL_SOCKET && part->cmsg_type == SCM_CREDENTIALS) {
            std::memcpy(&sender, CMSG_DATA(part), sizeof sender);
            return sender.pid > 0;
        }
    }
    return false;
}

} // namespace

std::optional<FabricMessage> readFabricMessage(std::string_view datagram)
{
    if (datagram.size() < FabricMessage::headerBytes
        || numberAt<std::uint64_t>(datagram, 0) != datagram.size() - FabricMessage::headerBytes)
        return std::nullopt;
    const std::string_view type = datagram.substr(sizeof(std::uint64_t), typeBytes);
    return FabricMessage{std::string(type.substr(0, type.find('\0'))),
                         std::string(datagram.substr(FabricMessage::headerBytes))};
}

std::string writeFabricMessage(std::string_view type, std::string_view body)
{
    std::string datagram(FabricMessage::headerBytes, '\0');
    const std::uint64_t size = body.size();
    std::memcpy(datagram.data(), &size, sizeof size);
    type.substr(0, typeBytes - 1).copy(datagram.data() + sizeof size, typeBytes - 1);
    return datagram.append(body);
}

/// Kinds, number of processes, Slurm's job number, and process ids: the requesting one first, then its ancestors.
std::optional<FabricRequest> readFabricRequest(std::string_view body)
{
    constexpr std::size_t fixed = 16;
    if (body.size() < fixed)
        return std::nullopt;
    const auto processes = numberAt<std::int32_t>(body, sizeof(std::int32_t));
    if (processes < 1 || body.size() < fixed + static_cast<std::size_t>(processes) * sizeof(std::int32_t))
        return std::nullopt;
    return FabricRequest{numberAt<std::int32_t>(body, 0), numberAt<std::int64_t>(body, 2 * sizeof(std::int32_t))};
}

FabricGate::Place& FabricGate::placeOf(SenderId user, Time now)
{
    if (const auto known = m_places.find(user); known != m_places.end())
        return known->second;
    if (m_places.size() >= maxUsers) {
        std::erase_if(m_places, [now](const auto& each) {
            TokenBucket messages = each.second.messages;
            messages.fill(now);
            return messages.isFull() && each.second.lost == 0;
        });
    }
    return m_places[m_places.size() >= maxUsers ? otherSenders : user];
}

bool FabricGate::admit(SenderId user, Time now)
{
    Place& place = placeOf(user, now);
    place.messages.fill(now);
    const bool isAdmitted = place.messages.has(1);
    if (isAdmitted)
        place.messages.spend(1);
    else
        ++place.lost;
    return isAdmitted;
}

std::vector<FabricGate::Loss> FabricGate::takeLosses()
{
    std::vector<Loss> losses;
    for (auto& [user, place] : m_places) {
        if (place.lost > 0)
            losses.push_back({user, std::exchange(place.lost, 0)});
    }
    return losses;
}

Result<std::unique_ptr<KinetoServer>> KinetoServer::open(const std::string& name)
{
    sockaddr_un address{};
    if (name.empty() || name.size() > sizeof(address.sun_path) - 2)
        return Error{fmt::format("\"{}\" is not a valid socket name", name)};
    const socklen_t length = abstractAddress(name, address);
    FileDescriptor socket(::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    FileDescriptor wakeUp(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
    const int on = 1;
    if (!socket.isOpen() || !wakeUp.isOpen() || ::setsockopt(socket.get(), SOL_SOCKET, SO_PASSCRED, &on, sizeof on) != 0
        || ::bind(socket.get(), reinterpret_cast<const sockaddr*>(&address), length) != 0)
        return Error{fmt::format("cannot open libkineto's socket \"{}\": {}{}", name, std::strerror(errno),
                                 errno == EADDRINUSE ? " (is dynolog running?)" : "")};
    return std::unique_ptr<KinetoServer>(new KinetoServer(std::move(socket), std::move(wakeUp)));
}

KinetoServer::KinetoServer(FileDescriptor socket, FileDescriptor wakeUp)
    : m_socket(std::move(socket)),
      m_wakeUp(std::move(wakeUp)),
      m_thread([this](const std::stop_token& stop) { run(stop); })
{ }

KinetoServer::~KinetoServer()
{
    m_thread.request_stop();
    const std::uint64_t one = 1;
    static_cast<void>(::write(m_wakeUp.get(), &one, sizeof one));
    m_thread.join();
}

void KinetoServer::run(const std::stop_token& stop)
{
    CpuShare share(cpuShare, cpuBurst);
    while (!stop.stop_requested()) {
        std::array<pollfd, 2> waits{{{m_socket.get(), POLLIN, 0}, {m_wakeUp.get(), POLLIN, 0}}};
        if (::poll(waits.data(), waits.size(), -1) > 0 && (waits[0].revents & POLLIN) != 0) {
            receive(); // soon, because the kernel queues few messages; senders retry
            static_cast<void>(waitFor(share.rest(), stop));
        }
    }
}

void KinetoServer::receive()
{
    for (int count = 0; count < messagesAtOnce; ++count) {
        std::array<char, FabricMessage::longest> buffer{};
        alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(ucred))> control{};
        sockaddr_un from{};
        iovec part{buffer.data(), buffer.size()};
        msghdr message{};
        message.msg_name = &from;
        message.msg_namelen = sizeof from;
        message.msg_iov = &part;
        message.msg_iovlen = 1;
        message.msg_control = control.data();
        message.msg_controllen = control.size();
        const ssize_t size = ::recvmsg(m_socket.get(), &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
        if (size < 0)
            return;
        ucred sender{};
        if (!readSender(message, sender) || !admit(sender.uid))
            continue;
        const auto read = readFabricMessage({buffer.data(), static_cast<std::size_t>(size)});
        if (!read || (message.msg_flags & MSG_TRUNC) != 0)
            continue;
        // A lost answer is requested again by the process.
        if (const std::string said = answer(*read, sender.pid, sender.uid); !said.empty())
            static_cast<void>(::sendto(m_socket.get(), said.data(), said.size(), MSG_DONTWAIT | MSG_NOSIGNAL,
                                       reinterpret_cast<const sockaddr*>(&from), message.msg_namelen));
    }
}

bool KinetoServer::admit(uid_t user)
{
    const std::scoped_lock lock(m_mutex);
    return m_gate.admit(user, Clock::now());
}

std::vector<FabricGate::Loss> KinetoServer::takeLosses()
{
    const std::scoped_lock lock(m_mutex);
    return m_gate.takeLosses();
}

KinetoServer::Place* KinetoServer::placeOf(pid_t process, uid_t user)
{
    const auto now = Clock::now();
    if (!m_places.contains(process)) {
        std::erase_if(m_places, [&](const auto& each) { return now - each.second.last > forgotten; });
        const auto ofUser
            = std::ranges::count_if(m_places, [&](const auto& each) { return each.second.client.user == user; });
        if (m_places.size() >= maxProcesses || static_cast<std::size_t>(ofUser) >= maxOfUser)
            return nullptr;
    }
    Place& place = m_places[process];
    if (place.client.user != user)
        place = {}; // another process has reused the ID
    place.client.process = process;
    place.client.user = user;
    place.last = now;
    return &place;
}

std::string KinetoServer::answer(const FabricMessage& message, pid_t process, uid_t user)
{
    const std::scoped_lock lock(m_mutex);
    if (message.type == FabricMessage::context) {
        const std::int32_t count = placeOf(process, user) == nullptr ? 0 : 1;
        return writeFabricMessage(FabricMessage::context, {reinterpret_cast<const char*>(&count), sizeof count});
    }
    const auto request = message.type == FabricMessage::request ? readFabricRequest(message.body) : std::nullopt;
    if (!request)
        return {};
    std::string order;
    if (Place* const place = placeOf(process, user); place != nullptr) {
        place->client.job = request->job;
        if ((request->kinds & FabricRequest::activities) != 0)
            order = std::exchange(place->order, {});
    }
    return writeFabricMessage(FabricMessage::request, order);
}

std::vector<KinetoServer::Client> KinetoServer::clients() const
{
    const std::scoped_lock lock(m_mutex);
    std::vector<Client> present;
    for (const auto& [process, place] : m_places) {
        if (Clock::now() - place.last <= forgotten)
            present.push_back(place.client);
    }
    return present;
}

bool KinetoServer::order(pid_t process, std::string configuration)
{
    const std::scoped_lock lock(m_mutex);
    const auto known = m_places.find(process);
    if (known == m_places.end())
        return false;
    known->second.order = std::move(configuration);
    return true;
}

bool KinetoServer::hasTaken(pid_t process) const
{
    const std::scoped_lock lock(m_mutex);
    const auto known = m_places.find(process);
    return known == m_places.end() || known->second.order.empty();
}

void KinetoServer::cancel(pid_t process)
{
    const std::scoped_lock lock(m_mutex);
    if (const auto known = m_places.find(process); known != m_places.end())
        known->second.order.clear();
}

} // namespace lockstep
