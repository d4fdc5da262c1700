// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/kineto/kinetorecorder.h"

#include "datasources/collectors/jobs/inbox/cpushare.h"
#include "models/core/textparts.h"
#include "models/core/work/stoppablewait.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
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

namespace {

struct ListCloser
{
    void operator()(DIR* folder) const { ::closedir(folder); }
};

/// "lockstep-1.json" and "lockstep-1_4242.json", not incomplete files ("....json.tmp").
bool isNamed(std::string_view entry, std::string_view name)
{
    constexpr std::string_view ending = ".json";
    if (!entry.starts_with(name) || !entry.ends_with(ending))
        return false;
    entry.remove_prefix(name.size());
    entry.remove_suffix(ending.size());
    return entry.empty()
        || (entry.front() == '_' && entry.size() > 1
            && std::ranges::all_of(entry.substr(1), [](char letter) { return letter >= '0' && letter <= '9'; }));
}

constexpr std::size_t pieceBytes = std::size_t{256} << 10U;
constexpr Duration lookEvery = std::chrono::milliseconds(500);

std::int64_t millisecondsOf(Duration length)
{
    return std::chrono::duration_cast<std::chrono::milliseconds>(length).count();
}

TraceNews progress(std::string sentence)
{
    TraceNews news;
    news.progress = std::move(sentence);
    return news;
}

std::string floodOf(const std::vector<FabricGate::Loss>& losses)
{
    std::string text;
    for (const FabricGate::Loss& loss : losses)
        text += fmt::format("{}{}: {} to libkineto's socket dropped: limit exceeded", text.empty() ? "" : "; ",
                            senderName(loss.user), counted(loss.messages, "message"));
    return text;
}

} // namespace

RecordedFile::RecordedFile(std::string folder, std::string name, uid_t owner)
    : m_folder(std::move(folder)), m_name(std::move(name)), m_owner(owner)
{ }

bool RecordedFile::open()
{
    const std::unique_ptr<DIR, ListCloser> folder(::opendir(m_folder.c_str()));
    while (const dirent* entry = folder ? ::readdir(folder.get()) : nullptr) {
        if (!isNamed(entry->d_name, m_name))
            continue;
        FileDescriptor file(
            ::openat(::dirfd(folder.get()), entry->d_name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
        struct stat status
        { };
        if (!file.isOpen() || ::fstat(file.get(), &status) != 0 || !S_ISREG(status.st_mode) || status.st_nlink != 1
            || status.st_uid != m_owner)
            continue; // of another user
        m_found = entry->d_name;
        m_file = std::move(file);
        return true;
    }
    return false;
}

bool RecordedFile::isDone()
{
    struct stat status
    { };
    if (!m_file.isOpen() && !open())
        return false;
    if (::fstat(m_file.get(), &status) != 0)
        return false;
    const auto bytes = static_cast<std::uint64_t>(status.st_size);
    const std::int64_t writtenNs = status.st_mtim.tv_sec * 1'000'000'000LL + status.st_mtim.tv_nsec;
    const bool isAsLong = std::exchange(m_bytes, bytes) == bytes;
    const bool isAsOld = std::exchange(m_writtenNs, writtenNs) == writtenNs;
    std::array<char, 8> end{};
    const auto behind = static_cast<off_t>(bytes - std::min<std::uint64_t>(bytes, end.size()));
    const ssize_t size = isAsLong && isAsOld ? ::pread(m_file.get(), end.data(), end.size(), behind) : 0;
    const std::string_view text(end.data(), static_cast<std::size_t>(std::max<ssize_t>(size, 0)));
    const std::size_t last = text.find_last_not_of(" \n\r\t");
    return last != std::string_view::npos && text[last] == '}';
}

void RecordedFile::remove() const
{
    if (!m_found.empty())
        ::unlink((m_folder + "/" + m_found).c_str());
}

KinetoRecorder::KinetoRecorder(Options options, std::unique_ptr<KinetoServer> server,
                               std::shared_ptr<const JobProcesses> processes)
    : m_options(std::move(options)), m_server(std::move(server)), m_processes(std::move(processes))
{ }

/// Whether the process belongs to the job: by its posted events, otherwise by Slurm's number at the end of the job's
/// name ("llama 4711").
bool KinetoRecorder::isOf(const KinetoServer::Client& client, const std::string& job) const
{
    if (const auto place = m_processes->of(client.process))
        return place->job == job;
    return client.job != 0 && job.ends_with(fmt::format(" {}", client.job));
}

std::vector<KinetoRecorder::Part> KinetoRecorder::partsOf(const std::string& job)
{
    std::vector<Part> parts;
    for (const KinetoServer::Client& client : m_server->clients()) {
        if (!isOf(client, job))
            continue;
        const auto place = m_processes->of(client.process);
        const bool hasRank = place && place->rank != Span::noRank;
        const auto now = wallClockNow().time_since_epoch();
        parts.push_back(
            {client.process,
             hasRank ? fmt::format("rank{}.json", place->rank) : fmt::format("process-{}.json", client.process),
             RecordedFile(m_options.folder, fmt::format("lockstep-{}-{}", millisecondsOf(now), ++m_recorded),
                          client.user),
             false, false});
    }
    return parts;
}

std::string KinetoRecorder::configuration(const Part& part, Duration length, TimePoint start) const
{
    return fmt::format("PROFILE_START_TIME={}\nACTIVITIES_WARMUP_PERIOD_SECS=1\nACTIVITIES_LOG_FILE={}\n"
                       "ACTIVITIES_DURATION_MSECS={}\n",
                       m_options.delay > Duration::zero() ? millisecondsOf(start.time_since_epoch()) : 0,
                       part.file.path(), std::max<std::int64_t>(millisecondsOf(length), 1));
}

Status KinetoRecorder::record(const TraceOrder& order, const std::stop_token& stop, const Tell& tell)
{
    const std::unique_lock lock(m_mutex, std::try_to_lock);
    if (!lock.owns_lock())
        return Error{"another trace is being recorded on this node; try again when it is done"};
    if (order.length < TraceOrder::shortest || order.length > TraceOrder::longest)
        return Error{"expected a trace of 1 ms to 60 s"};
    if (const std::string flood = floodOf(m_server->takeLosses()); !flood.empty() && !tell(progress(flood)))
        return Error{"no client is connected"};
    std::vector<Part> parts = partsOf(order.job);
    if (parts.empty())
        return Error{fmt::format("no process of \"{}\" on this node has registered; start the job with "
                                 "KINETO_USE_DAEMON=1 and a PyTorch that contains libkineto",
                                 order.job)};
    const TimePoint start = wallClockNow() + m_options.delay;
    for (const Part& part : parts)
        static_cast<void>(m_server->order(part.process, configuration(part, order.length, start)));
    const Status done = wait(parts, order, stop, tell);
    for (const Part& part : parts)
        m_server->cancel(part.process);
    return done;
}

Status KinetoRecorder::wait(std::vector<Part>& parts, const TraceOrder& order, const std::stop_token& stop,
                            const Tell& tell)
{
    const auto count = [&parts](bool Part::*is) {
        return static_cast<std::size_t>(std::ranges::count_if(parts, [is](const Part& part) { return part.*is; }));
    };
    const auto until = std::chrono::steady_clock::now() + m_options.delay + order.length + m_options.patience;
    std::string said;
    while (count(&Part::isDone) < parts.size() && std::chrono::steady_clock::now() < until) {
        for (Part& part : parts) {
            part.isTaken = part.isTaken || m_server->hasTaken(part.process);
            if (part.isDone || !part.isTaken || !part.file.isDone())
                continue;
            part.isDone = true;
            if (const Status handed = handOver(part, tell); !handed.isOk())
                return handed;
            part.file.remove();
        }
        std::string now = fmt::format("{} of {} processes received the request, {} wrote their traces",
                                      count(&Part::isTaken), parts.size(), count(&Part::isDone));
        if (now != said && !tell(progress(now)))
            return Error{"no client is connected"};
        said = std::move(now);
        if (!waitFor(lookEvery, stop))
            return Error{"the recording was stopped"};
    }
    if (count(&Part::isDone) == 0)
        return Error{fmt::format("no process wrote a readable trace in {}: {} of {} received the request",
                                 m_options.folder, count(&Part::isTaken), parts.size())};
    return success();
}

Status KinetoRecorder::handOver(const Part& part, const Tell& tell)
{
    if (part.file.bytes() > RecordedFile::largest)
        return tell(progress(fmt::format("{} has {} MB, too large to send; it remains in {}", part.name,
                                         part.file.bytes() >> 20U, part.file.path())))
            ? success()
            : Status(Error{"no client is connected"});
    std::string buffer(pieceBytes, '\0');
    for (std::uint64_t at = 0; at < part.file.bytes();) {
        const auto wanted = std::min<std::uint64_t>(buffer.size(), part.file.bytes() - at);
        const ssize_t size = ::pread(part.file.file().get(), buffer.data(), wanted, static_cast<off_t>(at));
        if (size <= 0)
            return Error{fmt::format("{}: {}", part.file.path(),
                                     size < 0 ? std::strerror(errno) : "the file was truncated while it was read")};
        at += static_cast<std::uint64_t>(size);
        TraceNews news;
        news.file = part.name;
        news.bytes = std::string_view(buffer).substr(0, static_cast<std::size_t>(size));
        news.isEnd = at >= part.file.bytes();
        if (!tell(news))
            return Error{"no client is connected"};
    }
    return success();
}

} // namespace lockstep
