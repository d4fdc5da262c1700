// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/jobs/rankprocesses.h"

#include "datasources/collectors/kernel/files/kernelfile.h"
#include "datasources/collectors/kernel/files/kerneltext.h"
#include "models/core/rankmarkers.h"

#include <fmt/format.h>

#include <algorithm>
#include <dirent.h>
#include <memory>
#include <unistd.h>

namespace lockstep {

namespace {

struct TaskListCloser
{
    void operator()(DIR* folder) const { ::closedir(folder); }
};

Duration cpuTimeOf(std::string_view stat)
{
    static const auto ticksPerSecond = static_cast<double>(::sysconf(_SC_CLK_TCK));
    return durationOfSeconds(static_cast<double>(cpuTicksIn(stat)) / ticksPerSecond);
}

std::uint64_t bytesOf(std::string_view io)
{
    std::uint64_t bytes = 0;
    while (!io.empty()) {
        std::string_view line = nextLine(io);
        const std::string_view name = nextWord(line);
        if (name == "rchar:" || name == "wchar:")
            bytes += nextCount(line);
    }
    return bytes;
}

/// Adds the state of a process's threads: whether one waits for a disk, and its child processes.
void examineThreads(pid_t process, ProcessWork& work, std::vector<pid_t>& processes, std::string& buffer)
{
    const std::string path = fmt::format("/proc/{}/task", process);
    const std::unique_ptr<DIR, TaskListCloser> folder(::opendir(path.c_str()));
    std::size_t threads = 0;
    while (const dirent* entry = folder && threads < ProcessWork::maxThreads ? ::readdir(folder.get()) : nullptr) {
        if (entry->d_name[0] == '.')
            continue;
        ++threads;
        const std::string thread = path + '/' + entry->d_name;
        work.waitsForDisk |= fieldsOfProcess(KernelFile(thread + "/stat").read(buffer)).starts_with('D');
        std::string_view children = KernelFile(thread + "/children").read(buffer);
        while (const std::uint64_t child = nextCount(children)) {
            if (processes.size() < ProcessWork::maxProcesses)
                processes.push_back(static_cast<pid_t>(child));
        }
    }
}

} // namespace

bool ProcessWork::isActiveSince(const ProcessWork& before, Duration apart) const
{
    constexpr std::uint64_t fewBytes = std::uint64_t{1} << 20U;
    constexpr Duration shortest = std::chrono::milliseconds(50); // the kernel counts in hundredths of a second
    // A decrease means that a process has ended.
    return waitsForDisk || computed < before.computed || bytes < before.bytes || bytes - before.bytes > fewBytes
        || computed - before.computed > std::max(shortest, apart / 50);
}

std::optional<ProcessWork> processWorkOf(pid_t process)
{
    if (process <= 0)
        return std::nullopt;
    ProcessWork work;
    std::string buffer;
    std::vector<pid_t> processes{process};
    for (std::size_t at = 0; at < processes.size(); ++at) {
        const std::string_view stat
            = fieldsOfProcess(KernelFile(fmt::format("/proc/{}/stat", processes[at])).read(buffer));
        if (stat.empty() && at == 0)
            return std::nullopt;
        work.computed += cpuTimeOf(stat);
        work.bytes += bytesOf(KernelFile(fmt::format("/proc/{}/io", processes[at])).read(buffer));
        examineThreads(processes[at], work, processes, buffer);
    }
    return work;
}

/// Ignores ranks that take part in no collective, because no other rank waits for them.
RankProcesses::Lane* RankProcesses::laneOf(const JobInbox::Post& post)
{
    const std::string key = post.event.job + '\n' + post.event.lane;
    if (const auto known = m_lanes.find(key); known != m_lanes.end())
        return &known->second;
    if (post.event.communicator.empty() || m_lanes.size() >= capacity)
        return nullptr;
    std::size_t& count = m_lanesOf[post.sender];
    if (count >= maxOfSender)
        return nullptr;
    ++count;
    Lane& lane = m_lanes[key];
    lane.post.sender = post.sender;
    return &lane;
}

RankProcesses::Lanes::iterator RankProcesses::erase(Lanes::iterator place)
{
    const auto count = m_lanesOf.find(place->second.post.sender);
    if (count != m_lanesOf.end() && --count->second == 0)
        m_lanesOf.erase(count);
    return m_lanes.erase(place);
}

void RankProcesses::take(const JobInbox::Post& post)
{
    const JobEvent& event = post.event;
    Lane* const found = post.process > 0 ? laneOf(post) : nullptr;
    if (found == nullptr)
        return;
    Lane& lane = *found;
    if (lane.post.process != post.process) {
        const SenderId sender = lane.post.sender;
        lane = {};
        lane.post.sender = sender;
        lane.post.process = post.process;
        lane.post.event.job = event.job;
        lane.post.event.lane = event.lane;
        lane.post.event.kind = SpanKind::Marker;
    }
    lane.post.event.rank = event.rank;
    lane.post.event.gpu = event.gpu;
    if (event.end <= lane.last)
        return;
    lane.last = event.end;
    lane.said = {};
    lane.quiet.reset();
}

bool RankProcesses::isIdle(Lane& lane, TimePoint now) const
{
    const std::optional<ProcessWork> work = m_workOf(lane.post.process);
    if (!work) {
        lane.quiet.reset();
        return false;
    }
    if (!lane.quiet || work->isActiveSince(lane.quiet->work, now - lane.quiet->since))
        lane.quiet = {now, *work};
    return now - lane.quiet->since >= idleFor;
}

std::string_view RankProcesses::wordFor(Lane& lane, ProcessState state, TimePoint now, bool isIn,
                                        std::size_t& checks) const
{
    if (state == ProcessState::Stopped)
        return processStoppedWord;
    if (state == ProcessState::Gone)
        return lane.hasRun ? processEndedWord : std::string_view();
    lane.hasRun = true;
    if (isIn || now - lane.last < shortestAbsence) {
        lane.quiet.reset();
        return {};
    }
    if (checks >= maxChecksPerTick)
        return lane.said == processIdleWord ? lane.said : std::string_view();
    ++checks;
    return isIdle(lane, now) ? processIdleWord : std::string_view();
}

std::vector<JobInbox::Post> RankProcesses::tell(TimePoint now, const IsIn& isIn)
{
    std::vector<JobInbox::Post> reported;
    std::size_t checks = 0;
    std::map<pid_t, ProcessState> states; // a process may have many lanes
    auto place = m_lanes.lower_bound(m_next);
    for (std::size_t left = m_lanes.size(); left > 0; --left) {
        place = place == m_lanes.end() ? m_lanes.begin() : place;
        Lane& lane = place->second;
        const pid_t process = lane.post.process;
        const auto known = states.find(process);
        const ProcessState state
            = known != states.end() ? known->second : states.emplace(process, m_stateOf(process)).first->second;
        const bool isInOne = isIn(lane.post.event);
        const std::size_t checksBefore = checks;
        appendReport(lane, wordFor(lane, state, now, isInOne, checks), now, reported);
        if (checks == maxChecksPerTick && checksBefore < checks)
            m_next = place->first + '\0'; // continues with the next one
        const bool isOver = state == ProcessState::Gone || (!isInOne && now - lane.last > longestAbsence);
        place = isOver ? erase(place) : std::next(place);
    }
    return reported;
}

void RankProcesses::appendReport(Lane& lane, std::string_view word, TimePoint now,
                                 std::vector<JobInbox::Post>& reported)
{
    const bool isAgain = !word.empty() && now - lane.lastReportAt >= again;
    if (word == lane.said && !isAgain)
        return;
    lane.said = word;
    lane.lastReportAt = now;
    JobInbox::Post& marker = reported.emplace_back(lane.post);
    marker.event.op = word.empty() ? processRunsWord : word;
    marker.event.start = marker.event.end = now;
}

} // namespace lockstep
