// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/jobs/processwork.h"

#include "datasources/collectors/kernel/files/kernelfile.h"
#include "datasources/collectors/kernel/files/kerneltext.h"

#include <fmt/format.h>

#include <algorithm>
#include <dirent.h>
#include <memory>
#include <string>
#include <string_view>
#include <unistd.h>
#include <vector>

namespace lockstep {

namespace {

struct TaskListCloser
{
    void operator()(DIR* folder) const { ::closedir(folder); }
};

/// What stands in a stat file behind the name, which may hold anything: the state comes first.
std::string_view behindName(std::string_view stat)
{
    const std::size_t end = stat.rfind(')');
    return end == std::string_view::npos ? std::string_view() : trimmed(stat.substr(end + 1));
}

Duration cpuTimeOf(std::string_view stat)
{
    constexpr int fieldsBefore = 11; // from the state to user time
    for (int field = 0; field < fieldsBefore; ++field)
        static_cast<void>(nextWord(stat));
    const std::uint64_t user = nextCount(stat);
    const std::uint64_t ticks = user + nextCount(stat);
    static const auto ticksPerSecond = static_cast<double>(::sysconf(_SC_CLK_TCK));
    return std::chrono::duration_cast<Duration>(
        std::chrono::duration<double>(static_cast<double>(ticks) / ticksPerSecond));
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

/// Adds what the threads of a process say: whether one waits for a disk, and which processes it has started.
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
        work.waitsForDisk |= behindName(KernelFile(thread + "/stat").read(buffer)).starts_with('D');
        std::string_view children = KernelFile(thread + "/children").read(buffer);
        while (const std::uint64_t child = nextCount(children)) {
            if (processes.size() < ProcessWork::maxProcesses)
                processes.push_back(static_cast<pid_t>(child));
        }
    }
}

} // namespace

bool ProcessWork::isMoreThan(const ProcessWork& before, Duration apart) const
{
    constexpr std::uint64_t fewBytes = std::uint64_t{1} << 20U;
    constexpr Duration shortest = std::chrono::milliseconds(50); // the kernel counts in hundredths of a second
    // Less than before: one of them has ended.
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
        const std::string_view stat = behindName(KernelFile(fmt::format("/proc/{}/stat", processes[at])).read(buffer));
        if (stat.empty() && at == 0)
            return std::nullopt;
        work.computed += cpuTimeOf(stat);
        work.bytes += bytesOf(KernelFile(fmt::format("/proc/{}/io", processes[at])).read(buffer));
        examineThreads(processes[at], work, processes, buffer);
    }
    return work;
}

} // namespace lockstep
