// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/kineto/kinetorecorder.h"

#include "models/core/work/stoppablewait.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

namespace lockstep {

namespace {

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
        text += fmt::format("{}of {}, {} messages to the socket that libkineto asks were too many and are dropped",
                            text.empty() ? "" : "; ", senderName(loss.user), loss.messages);
    return text;
}

} // namespace

KinetoRecorder::KinetoRecorder(Options options, std::unique_ptr<KinetoDoor> door,
                               std::shared_ptr<const JobProcesses> processes)
    : m_options(std::move(options)), m_door(std::move(door)), m_processes(std::move(processes))
{ }

/// By what it posts; a process that posts nothing by Slurm's number, which jobs' names end in ("llama 4711").
bool KinetoRecorder::isOf(const KinetoDoor::Guest& guest, const std::string& job) const
{
    if (const auto place = m_processes->of(guest.process))
        return place->job == job;
    return guest.job != 0 && job.ends_with(fmt::format(" {}", guest.job));
}

std::vector<KinetoRecorder::Part> KinetoRecorder::partsOf(const std::string& job)
{
    std::vector<Part> parts;
    for (const KinetoDoor::Guest& guest : m_door->guests()) {
        if (!isOf(guest, job))
            continue;
        const auto place = m_processes->of(guest.process);
        const bool hasRank = place && place->rank != Span::noRank;
        const auto now = wallClockNow().time_since_epoch();
        parts.push_back(
            {guest.process,
             hasRank ? fmt::format("rank{}.json", place->rank) : fmt::format("process-{}.json", guest.process),
             RecordedFile(m_options.folder, fmt::format("lockstep-{}-{}", millisecondsOf(now), ++m_recorded),
                          guest.user),
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
        return Error{"a trace of 1 ms to 60 s was expected"};
    if (const std::string flood = floodOf(m_door->takeLosses()); !flood.empty() && !tell(progress(flood)))
        return Error{"nobody listens any more"};
    std::vector<Part> parts = partsOf(order.job);
    if (parts.empty())
        return Error{fmt::format("no process of \"{}\" on this node asks for orders; its processes need "
                                 "KINETO_USE_DAEMON=1 when they start, and a PyTorch with libkineto",
                                 order.job)};
    const TimePoint start = wallClockNow() + m_options.delay;
    for (const Part& part : parts)
        static_cast<void>(m_door->order(part.process, configuration(part, order.length, start)));
    const Status done = wait(parts, order, stop, tell);
    for (const Part& part : parts)
        m_door->cancel(part.process);
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
            part.isTaken = part.isTaken || m_door->hasTaken(part.process);
            if (part.isDone || !part.isTaken || !part.file.isDone())
                continue;
            part.isDone = true;
            if (const Status handed = handOver(part, tell); !handed.isOk())
                return handed;
            part.file.remove();
        }
        std::string now = fmt::format("{} of {} processes have taken the order, {} have written their traces",
                                      count(&Part::isTaken), parts.size(), count(&Part::isDone));
        if (now != said && !tell(progress(now)))
            return Error{"nobody listens any more"};
        said = std::move(now);
        if (!waitFor(lookEvery, stop))
            return Error{"it was stopped"};
    }
    if (count(&Part::isDone) == 0)
        return Error{fmt::format("no process has written a trace that can be read in {}: {} of {} have taken the order",
                                 m_options.folder, count(&Part::isTaken), parts.size())};
    return success();
}

Status KinetoRecorder::handOver(const Part& part, const Tell& tell)
{
    if (part.file.bytes() > RecordedFile::largest)
        return tell(progress(fmt::format("{} has {} MB, which is too much to be sent; it stays in {}", part.name,
                                         part.file.bytes() >> 20U, part.file.path())))
            ? success()
            : Status(Error{"nobody listens any more"});
    std::string buffer(pieceBytes, '\0');
    for (std::uint64_t at = 0; at < part.file.bytes();) {
        const auto wanted = std::min<std::uint64_t>(buffer.size(), part.file.bytes() - at);
        const ssize_t size = ::pread(part.file.file().get(), buffer.data(), wanted, static_cast<off_t>(at));
        if (size <= 0)
            return Error{
                fmt::format("{}: {}", part.file.path(), size < 0 ? std::strerror(errno) : "is shorter by now")};
        at += static_cast<std::uint64_t>(size);
        TraceNews news;
        news.file = part.name;
        news.bytes = std::string_view(buffer).substr(0, static_cast<std::size_t>(size));
        news.isEnd = at >= part.file.bytes();
        if (!tell(news))
            return Error{"nobody listens any more"};
    }
    return success();
}

} // namespace lockstep
