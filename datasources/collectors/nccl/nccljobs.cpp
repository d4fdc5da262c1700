// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/nccl/nccljobs.h"

#include "models/core/metrics/metricnames.h"
#include "models/core/visibletext.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cmath>
#include <csignal>
#include <cstring>
#include <ctime>
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
constexpr unsigned maxPolls = 100;

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

NcclServer::~NcclServer()
{
    for (const Helper& each : m_helpers)
        ::kill(each.process, SIGKILL);
    reapHelpers();
    if (m_socket.isOpen())
        ::unlink(m_path.c_str());
}

Status NcclServer::open(const std::string& path)
{
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (path.size() >= sizeof(address.sun_path))
        return Error{fmt::format("{}: expected a path of at most {} bytes", path, sizeof(address.sun_path) - 1)};
    path.copy(address.sun_path, path.size());
    struct stat info
    { };
    if (::lstat(path.c_str(), &info) == 0) {
        const FileDescriptor probe(::socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
        if (!S_ISSOCK(info.st_mode) || ::connect(probe.get(), plainAddress(address), sizeof(address)) == 0)
            return Error{fmt::format("{}: already in use", path)};
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

void NcclServer::accept(const std::vector<uid_t>& present)
{
    for (int turn = 0; turn < backlog; ++turn) {
        PendingClient pending{
            FileDescriptor(::accept4(m_socket.get(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK))};
        if (!pending.connection.isOpen())
            return;
        ucred credentials{};
        socklen_t length = sizeof(credentials);
        if (::getsockopt(pending.connection.get(), SOL_SOCKET, SO_PEERCRED, &credentials, &length) != 0)
            continue;
        pending.user = credentials.uid;
        pending.process = credentials.pid;
        const auto ofUser
            = static_cast<std::size_t>(std::ranges::count(present, pending.user)
                                       + std::ranges::count(m_pending, pending.user, &PendingClient::user));
        if (ofUser >= maxClientsPerUser || present.size() + m_pending.size() >= maxClients)
            ++m_refused;
        else
            m_pending.push_back(std::move(pending));
    }
}

std::vector<NcclServer::Client> NcclServer::admit(const std::vector<uid_t>& present)
{
    std::vector<Client> clients;
    if (!m_socket.isOpen())
        return clients;
    reapHelpers();
    accept(present);
    std::erase_if(m_pending, [&](PendingClient& pending) {
        bool isSilent = false;
        Result<Client> client = identify(pending, isSilent);
        if (client.isOk())
            clients.push_back(std::move(client).value());
        else if (isSilent && ++pending.checks < maxPolls)
            return false;
        else
            ++m_refused;
        return true;
    });
    return clients;
}

void NcclServer::reapHelpers()
{
    std::erase_if(m_helpers, [](const Helper& each) { return ::waitpid(each.process, nullptr, WNOHANG) != 0; });
}

/// Starts a helper, unless the user already has the maximum number; then the client waits.
void NcclServer::startHelper(PendingClient& pending)
{
    std::array<int, 2> ends{};
    if (std::ranges::count(m_helpers, pending.user, &Helper::user) >= std::ptrdiff_t{helpersOfUser}
        || ::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, ends.data()) != 0)
        return;
    pending.answer = FileDescriptor(ends[0]);
    const FileDescriptor other(ends[1]);
    const pid_t helper = ::_Fork(); // only this thread continues in the child, which may use only system calls
    if (helper == 0)
        passRingOn(pending.connection.get(), other.get());
    if (helper > 0)
        m_helpers.push_back({pending.user, helper});
}

Result<NcclServer::Client> NcclServer::identify(PendingClient& pending, bool& isSilent)
{
    pollfd look{pending.connection.get(), POLLIN, 0};
    if (!pending.answer.isOpen()) {
        if (::poll(&look, 1, 0) != 0)
            startHelper(pending);
        isSilent = true;
        return Error{"no data received yet"};
    }
    HandedOver message;
    const ssize_t size = message.receive(pending.answer.get());
    isSilent = size < 0 && (errno == EAGAIN || errno == EINTR);
    FileDescriptor memory = size >= 0 ? message.takeSealed() : FileDescriptor();
    const nccl::Hello& hello = message.hello;
    if (size != static_cast<ssize_t>(sizeof(hello)) || hello.magic != nccl::ringMagic
        || hello.version != nccl::ringVersion || !memory.isOpen())
        return Error{"received no ring buffer of this version"};
    Result<RingReader> ring = RingReader::open(std::move(memory));
    if (!ring.isOk())
        return ring.error();
    return Client{std::move(pending.connection),
                  pending.user,
                  pending.process,
                  std::max(hello.rank, -1),
                  hello.gpu >= 0 && hello.gpu < 1024 ? hello.gpu : -1,
                  jobOf(hello),
                  std::move(ring).value()};
}

bool NcclServer::hasEnded(const Client& client)
{
    pollfd look{client.connection.get(), POLLIN | POLLRDHUP, 0};
    return ::poll(&look, 1, 0) != 0;
}

namespace {

constexpr std::array<const char*, 9> opNames{"collective", "all_reduce", "all_gather", "reduce_scatter", "broadcast",
                                             "reduce",     "send",       "recv",       "all_to_all"};
constexpr std::array<const char*, 8> algorithmNames{"",     "tree",      "ring", "collnet direct", "collnet chain",
                                                    "nvls", "nvls tree", "pat"};
constexpr std::array<const char*, 4> protocolNames{"", "LL", "LL128", "Simple"};

bool isPointToPoint(nccl::Op op)
{
    return op == nccl::Op::Send || op == nccl::Op::Recv;
}

/// "all_reduce (ring, LL128)".
std::string opNameOf(const nccl::What& what)
{
    std::string name = opNames[static_cast<std::size_t>(what.op)];
    if (what.algorithm == nccl::Algorithm::Unknown)
        return name;
    name += fmt::format(" ({}", algorithmNames[static_cast<std::size_t>(what.algorithm)]);
    if (what.protocol != nccl::Protocol::Unknown)
        name += fmt::format(", {}", protocolNames[static_cast<std::size_t>(what.protocol)]);
    return name + ")";
}

std::int64_t monotonicNow()
{
    timespec now{};
    ::clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1'000'000'000LL + now.tv_nsec;
}

/// NCCL numbers the collectives of a communicator separately by operation; combined with the operation this gives a
/// number on which all ranks agree.
std::uint64_t sequenceOf(const RingReader::Work& work)
{
    constexpr std::uint64_t ops = 16;
    return work.sequence * ops + static_cast<std::uint64_t>(work.what.op);
}

} // namespace

std::string NcclJobs::open(const std::string& folder)
{
    const std::string path = folder + "/nccl.sock";
    const Status opened = m_server.open(path);
    return opened.isOk() ? "accepting NCCL ring buffers at " + path : "no NCCL ring buffers: " + opened.error().message;
}

void NcclJobs::declare(LayoutBuilder& layout)
{
    m_processesSlot = layout.add(metrics::agent::ncclProcesses);
    m_collectivesSlot = layout.add(metrics::agent::ncclCollectives);
    m_lostSlot = layout.add(metrics::agent::ncclLost);
    m_costSlot = layout.add(metrics::agent::ncclCost);
    m_waitSlots = {layout.add(metrics::node::ncclWaitGpu), layout.add(metrics::node::ncclWaitPeer),
                   layout.add(metrics::node::ncclWaitNetwork)};
}

void NcclJobs::admit()
{
    std::vector<uid_t> present;
    for (const Process& process : m_processes)
        present.push_back(process.client.user);
    for (NcclServer::Client& client : m_server.admit(present)) {
        m_processes.push_back(Process{std::move(client), {}, {}, {}, {}, {}, 0, 0, false});
        // Completed before this agent started, and reported by the previous one, if any. Open ones are reported.
        m_processes.back().client.ring.skip();
    }
}

void NcclJobs::look()
{
    admit();
    constexpr std::uint64_t mayWait = nccl::ringRecords / 4;
    const std::int64_t nowNs = monotonicNow();
    for (Process& process : m_processes) {
        if (process.client.ring.pending() > mayWait)
            read(process, nowNs);
    }
}

/// Limited to a fair share of the agent's capacity.
void NcclJobs::read(Process& process, std::int64_t nowNs)
{
    const std::size_t share = recordsPerTick / m_processes.size();
    process.news.open.clear();
    process.client.ring.read(nowNs, share - std::min(share, process.news.ended.size()), process.news);
}

void NcclJobs::readAll(std::int64_t nowNs)
{
    for (Process& process : m_processes) {
        // Checked before reading, so that the ring contains everything written until the end.
        process.hasEnded = NcclServer::hasEnded(process.client);
        read(process, nowNs);
    }
}

std::vector<JobEventSource::Post> NcclJobs::take(TimePoint now, TickWriter& tick)
{
    admit();
    const std::int64_t nowNs = monotonicNow();
    m_wallAheadNs = wallClockNow().time_since_epoch().count() - nowNs;
    const double seconds = m_lastTake ? std::chrono::duration<double>(now - *m_lastTake).count() : 1.0;
    m_lastTake = now;
    readAll(nowNs);
    std::vector<Post> posts;
    Totals totals;
    for (Process& process : m_processes)
        reportProcess(process, std::max(seconds, 0.01), posts, totals);
    writeTotals(totals, std::max(seconds, 0.01), tick);
    m_processes.remove_if([](const Process& process) { return process.hasEnded; });
    return posts;
}

void NcclJobs::reportProcess(Process& process, double seconds, std::vector<Post>& posts, Totals& totals)
{
    const double perSecond = static_cast<double>(process.news.ended.size()) / seconds;
    process.perSecond += (perSecond - process.perSecond) / (perSecond > process.perSecond ? 1 : 8);
    const double share = spansPerSecond / static_cast<double>(m_processes.size());
    const auto stride
        = std::bit_ceil(static_cast<std::uint64_t>(std::clamp(std::ceil(process.perSecond / share), 1.0, 1048576.0)));
    process.communicators.clear(); // their slots are reused
    totals.lost += static_cast<double>(process.news.lost + process.news.malformed);
    totals.costNs += static_cast<double>(process.news.costNs);
    reportEnded(process, stride, posts, totals);
    reportOpen(process, posts);
    process.news = {};
}

std::uint64_t NcclJobs::identityOf(const RingReader::Work& work)
{
    return std::hash<std::string>()(
        fmt::format("{} {} {}", work.what.communicator, sequenceOf(work), static_cast<int>(work.what.op)));
}

void NcclJobs::reportEnded(Process& process, std::uint64_t stride, std::vector<Post>& posts, Totals& totals)
{
    const auto post = [&](const RingReader::Work& work) {
        // Sends and receives have no number in common with the other side.
        const std::uint64_t number = isPointToPoint(work.what.op) ? process.pairs++ : work.sequence;
        if (number % stride == 0)
            posts.push_back({process.client.user, process.client.process, eventOf(process, work)});
    };
    totals.collectives += static_cast<double>(process.news.ended.size());
    for (const RingReader::Work& work : process.news.ended) {
        for (std::size_t at = 0; at < work.waitsUs.size(); ++at)
            totals.waitsUs[at] += work.waitsUs[at];
        const auto reported = process.reportedAsEnded.find(identityOf(work));
        if (reported == process.reportedAsEnded.end() || reported->second != work.startNs)
            post(work);
        else
            process.reportedAsEnded.erase(reported);
    }
    for (const RingReader::Work& work : process.news.open) {
        if (work.endNs == 0 || process.reportedAsEnded.size() >= nccl::openCollectives)
            continue;
        if (std::exchange(process.reportedAsEnded[identityOf(work)], work.startNs) != work.startNs)
            post(work);
    }
}

void NcclJobs::reportOpen(Process& process, std::vector<Post>& posts)
{
    std::map<std::uint64_t, JobEvent> still;
    for (const RingReader::Work& work : process.news.open) {
        if (work.endNs != 0 || isPointToPoint(work.what.op))
            continue;
        JobEvent event = eventOf(process, work);
        event.kind = SpanKind::Marker;
        event.end = event.start;
        still.emplace(identityOf(work), std::move(event));
    }
    for (auto& [identity, event] : process.entered) {
        if (still.contains(identity) && !process.hasEnded)
            continue;
        event.hasLeft = true;
        posts.push_back({process.client.user, process.client.process, event});
    }
    for (const auto& [identity, event] : still) {
        if (!process.hasEnded)
            posts.push_back({process.client.user, process.client.process, event});
    }
    process.entered = std::move(still);
}

JobEvent NcclJobs::eventOf(Process& process, const RingReader::Work& work) const
{
    auto known = process.communicators.find(work.what.communicator);
    if (known == process.communicators.end()) {
        const RingReader::Communicator communicator = process.client.ring.communicator(work.what.communicator);
        std::string name = communicator.name.empty()
            ? fmt::format("nccl {:016x}", communicator.hash)
            : fmt::format("{} {:04x}", communicator.name, communicator.hash & 0xFFFFU);
        process.ranksOf[work.what.communicator]
            = static_cast<std::uint32_t>(std::clamp<std::uint64_t>(communicator.ranks, 1, 1U << 20U));
        known = process.communicators.emplace(work.what.communicator, std::move(name)).first;
    }
    JobEvent event;
    const bool isPair = isPointToPoint(work.what.op);
    event.kind = isPair ? SpanKind::Transfer : SpanKind::Collective;
    // The GPU's duration is more accurate; the end is known by the local clock.
    const std::int64_t hostNs = work.endNs - work.startNs;
    const std::int64_t gpuNs = work.gpuUs * 1000LL;
    const std::int64_t lengthNs = work.endNs != 0 && gpuNs > 0 && gpuNs < hostNs ? gpuNs : hostNs;
    const std::int64_t startNs = work.endNs != 0 ? work.endNs - lengthNs : work.startNs;
    event.start = TimePoint(Duration(startNs + m_wallAheadNs));
    event.end = work.endNs != 0 ? TimePoint(Duration(work.endNs + m_wallAheadNs)) : event.start;
    event.op = opNameOf(work.what);
    if (!isPair) {
        event.communicator = known->second;
        event.sequence = sequenceOf(work);
    }
    event.job = process.client.job;
    event.way = JobWay::NcclPlugin;
    // NCCL counts the contribution of one rank; the event has the total size.
    const bool isShard = work.what.op == nccl::Op::AllGather || work.what.op == nccl::Op::ReduceScatter;
    event.bytes
        = std::min<std::uint64_t>(work.bytes, 1ULL << 40U) * (isShard ? process.ranksOf[work.what.communicator] : 1U);
    if (process.client.gpu >= 0)
        event.gpu = static_cast<std::uint32_t>(process.client.gpu);
    if (process.client.rank >= 0)
        event.rank = static_cast<std::uint32_t>(process.client.rank);
    event.lane = process.client.rank >= 0 ? fmt::format("rank {}", process.client.rank)
                                          : fmt::format("process {}", process.client.process);
    return event;
}

void NcclJobs::writeTotals(const Totals& totals, double seconds, TickWriter& tick) const
{
    tick.set(m_processesSlot, static_cast<double>(m_processes.size()));
    if (m_processes.empty())
        return; // nothing is known about a process that is not running
    tick.set(m_collectivesSlot, totals.collectives / seconds);
    tick.set(m_lostSlot, totals.lost);
    tick.set(m_costSlot, totals.costNs * 1e-9 / seconds / static_cast<double>(m_processes.size()));
    const double waits = totals.waitsUs[0] + totals.waitsUs[1] + totals.waitsUs[2];
    for (std::size_t at = 0; waits > 0 && at < m_waitSlots.size(); ++at)
        tick.set(m_waitSlots[at], totals.waitsUs[at] / waits);
}

} // namespace lockstep
