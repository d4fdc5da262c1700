// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/nccl/nccljobs.h"

#include "models/core/metrics/metricnames.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <ctime>
#include <utility>

namespace lockstep {

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
    const Status opened = m_door.open(path);
    return opened.isOk() ? "takes NCCL rings at " + path : "no NCCL rings: " + opened.error().message;
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
        present.push_back(process.guest.user);
    for (NcclDoor::Guest& guest : m_door.admit(present)) {
        m_processes.push_back(Process{std::move(guest), {}, {}, {}, {}, {}, 0, 0, false});
        // Completed before this agent started, and reported by the previous one, if any. Open ones are reported.
        m_processes.back().guest.ring.skip();
    }
}

void NcclJobs::look()
{
    admit();
    constexpr std::uint64_t mayWait = nccl::ringRecords / 4;
    const std::int64_t nowNs = monotonicNow();
    for (Process& process : m_processes) {
        if (process.guest.ring.pending() > mayWait)
            read(process, nowNs);
    }
}

/// Limited to a fair share of the agent's capacity.
void NcclJobs::read(Process& process, std::int64_t nowNs)
{
    const std::size_t share = recordsPerTick / m_processes.size();
    process.news.open.clear();
    process.guest.ring.read(nowNs, share - std::min(share, process.news.ended.size()), process.news);
}

void NcclJobs::readAll(std::int64_t nowNs)
{
    for (Process& process : m_processes) {
        // Checked before reading, so that the ring contains everything written until the end.
        process.hasEnded = NcclDoor::hasEnded(process.guest);
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
        tell(process, std::max(seconds, 0.01), posts, totals);
    writeTotals(totals, std::max(seconds, 0.01), tick);
    m_processes.remove_if([](const Process& process) { return process.hasEnded; });
    return posts;
}

void NcclJobs::tell(Process& process, double seconds, std::vector<Post>& posts, Totals& totals)
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
            posts.push_back({process.guest.user, process.guest.process, eventOf(process, work)});
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
        posts.push_back({process.guest.user, process.guest.process, event});
    }
    for (const auto& [identity, event] : still) {
        if (!process.hasEnded)
            posts.push_back({process.guest.user, process.guest.process, event});
    }
    process.entered = std::move(still);
}

JobEvent NcclJobs::eventOf(Process& process, const RingReader::Work& work) const
{
    auto known = process.communicators.find(work.what.communicator);
    if (known == process.communicators.end()) {
        const RingReader::Communicator communicator = process.guest.ring.communicator(work.what.communicator);
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
    event.job = process.guest.job;
    event.way = JobWay::NcclPlugin;
    // NCCL counts the contribution of one rank; the event has the total size.
    const bool isShard = work.what.op == nccl::Op::AllGather || work.what.op == nccl::Op::ReduceScatter;
    event.bytes
        = std::min<std::uint64_t>(work.bytes, 1ULL << 40U) * (isShard ? process.ranksOf[work.what.communicator] : 1U);
    if (process.guest.gpu >= 0)
        event.gpu = static_cast<std::uint32_t>(process.guest.gpu);
    if (process.guest.rank >= 0)
        event.rank = static_cast<std::uint32_t>(process.guest.rank);
    event.lane = process.guest.rank >= 0 ? fmt::format("rank {}", process.guest.rank)
                                         : fmt::format("process {}", process.guest.process);
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
