// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/kineto/kinetorecorder.h"

#include "models/core/work/stoppablewait.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <utility>

namespace lockstep {

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
constexpr Duration checkInterval = std::chrono::milliseconds(500);

std::int64_t millisecondsOf(Duration length)
{
    return std::chrono::duration_cast<std::chrono::milliseconds>(length).count();
}

TraceUpdate progress(std::string sentence)
{
    TraceUpdate news;
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

Status KinetoRecorder::record(const TraceOrder& order, const std::stop_token& stop, const SendUpdate& sendUpdate)
{
    const std::unique_lock lock(m_mutex, std::try_to_lock);
    if (!lock.owns_lock())
        return Error{"another trace is being recorded on this node; try again when it is done"};
    if (order.length < TraceOrder::shortest || order.length > TraceOrder::longest)
        return Error{"expected a trace of 1 ms to 60 s"};
    if (const std::string flood = floodOf(m_server->takeLosses()); !flood.empty() && !sendUpdate(progress(flood)))
        return Error{"no client is connected"};
    std::vector<Part> parts = partsOf(order.job);
    if (parts.empty())
        return Error{fmt::format("no process of \"{}\" on this node has registered; start the job with "
                                 "KINETO_USE_DAEMON=1 and a PyTorch that contains libkineto",
                                 order.job)};
    const TimePoint start = wallClockNow() + m_options.delay;
    for (const Part& part : parts)
        static_cast<void>(m_server->order(part.process, configuration(part, order.length, start)));
    const Status done = wait(parts, order, stop, sendUpdate);
    for (const Part& part : parts)
        m_server->cancel(part.process);
    return done;
}

Status KinetoRecorder::wait(std::vector<Part>& parts, const TraceOrder& order, const std::stop_token& stop,
                            const SendUpdate& sendUpdate)
{
    const auto count = [&parts](bool Part::*is) {
        return static_cast<std::size_t>(std::ranges::count_if(parts, [is](const Part& part) { return part.*is; }));
    };
    const auto until = std::chrono::steady_clock::now() + m_options.delay + order.length + m_options.timeout;
    std::string said;
    while (count(&Part::isDone) < parts.size() && std::chrono::steady_clock::now() < until) {
        for (Part& part : parts) {
            part.isTaken = part.isTaken || m_server->hasTaken(part.process);
            if (part.isDone || !part.isTaken || !part.file.isDone())
                continue;
            part.isDone = true;
            if (const Status handed = handOver(part, sendUpdate); !handed.isOk())
                return handed;
            part.file.remove();
        }
        std::string now = fmt::format("{} of {} processes received the request, {} wrote their traces",
                                      count(&Part::isTaken), parts.size(), count(&Part::isDone));
        if (now != said && !sendUpdate(progress(now)))
            return Error{"no client is connected"};
        said = std::move(now);
        if (!waitFor(checkInterval, stop))
            return Error{"the recording was stopped"};
    }
    if (count(&Part::isDone) == 0)
        return Error{fmt::format("no process wrote a readable trace in {}: {} of {} received the request",
                                 m_options.folder, count(&Part::isTaken), parts.size())};
    return success();
}

Status KinetoRecorder::handOver(const Part& part, const SendUpdate& sendUpdate)
{
    if (part.file.bytes() > RecordedFile::largest)
        return sendUpdate(progress(fmt::format("{} has {} MB, too large to send; it remains in {}", part.name,
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
        TraceUpdate news;
        news.file = part.name;
        news.bytes = std::string_view(buffer).substr(0, static_cast<std::size_t>(size));
        news.isEnd = at >= part.file.bytes();
        if (!sendUpdate(news))
            return Error{"no client is connected"};
    }
    return success();
}

} // namespace lockstep
