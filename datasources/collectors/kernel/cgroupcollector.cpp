// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/kernel/cgroupcollector.h"

#include "datasources/collectors/kernel/files/kerneltext.h"
#include "models/core/eventcodes.h"
#include "models/core/metrics/metricnames.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace lockstep {

namespace {

constexpr std::size_t maxGroups = 256;

void add(std::vector<JobCgroup>& groups, std::string job, std::string folder)
{
    if (groups.size() < maxGroups)
        groups.push_back({std::move(job), std::move(folder)});
}

/// system.slice/slurmstepd.scope/job_N, possibly with the node's name before slurmstepd.
void findSlurm(const std::string& top, std::vector<JobCgroup>& groups)
{
    const std::string slice = top + "/system.slice";
    for (const std::string& scope : entriesOf(slice)) {
        if (!scope.ends_with("slurmstepd.scope"))
            continue;
        for (const std::string& entry : entriesOf(slice + "/" + scope)) {
            constexpr std::string_view prefix = "job_";
            if (entry.starts_with(prefix))
                add(groups, "job " + entry.substr(prefix.size()), slice + "/" + scope + "/" + entry);
        }
    }
}

/// "pod0f9c...", as named by the kubelet or through systemd.
std::string podOf(std::string_view entry)
{
    if (entry.ends_with(".slice"))
        entry.remove_suffix(6);
    const std::size_t at = entry.rfind("pod");
    const bool isPod = at != std::string_view::npos && (at == 0 || entry[at - 1] == '-') && entry.size() > at + 3;
    return isPod ? "pod " + std::string(entry.substr(at + 3)) : std::string();
}

void findPods(const std::string& folder, int depth, std::vector<JobCgroup>& groups)
{
    for (const std::string& entry : entriesOf(folder)) {
        const bool isClass
            = entry.find("burstable") != std::string::npos || entry.find("besteffort") != std::string::npos;
        if (const std::string pod = podOf(entry); !pod.empty())
            add(groups, pod, folder + "/" + entry);
        else if (isClass && depth > 0)
            findPods(folder + "/" + entry, depth - 1, groups);
    }
}

constexpr std::array<const char*, 3> resourceNames{"cpu", "memory", "io"};

/// Threshold and texts of a shortage; the table is indexed by CgroupCollector::Kind. The threshold for waiting
/// for a CPU is higher, because some of this waiting is normal for a job that computes.
struct ShortageWords
{
    double min;
    const char* text;
    const char* over;
};
constexpr std::array<ShortageWords, 3> shortageWords{{
    {0.1, "throttled by its CPU limit {:.0f} % of the time", "no longer throttled by its CPU limit"},
    {0.5, "some of its processes wait for a CPU {:.0f} % of the time", "its processes no longer wait for a CPU"},
    {0.1, "some of its processes wait for memory {:.0f} % of the time", "its processes no longer wait for memory"},
}};
constexpr double shortageSeconds = 10; ///< period over which shortages are evaluated

/// Maximum over jobs.
void raise(std::optional<double>& worst, std::optional<double> share)
{
    if (share)
        worst = std::max(worst.value_or(0), std::clamp(*share, 0.0, 1.0));
}

} // namespace

std::vector<JobCgroup> findJobCgroups(const SystemRoot& root)
{
    std::vector<JobCgroup> groups;
    for (const char* tree : {"sys/fs/cgroup", "sys/fs/cgroup/unified"}) {
        const std::string top = root.path(tree);
        if (!pathExists(top + "/cgroup.controllers"))
            continue;
        findSlurm(top, groups);
        findPods(top + "/kubepods.slice", 1, groups);
        findPods(top + "/kubepods", 1, groups);
    }
    std::ranges::sort(groups, {}, &JobCgroup::folder);
    return groups;
}

CgroupCollector::Job CgroupCollector::follow(JobCgroup group)
{
    Job job;
    job.memoryEvents = KernelFile(group.folder + "/memory.events");
    job.cpuStat = KernelFile(group.folder + "/cpu.stat");
    for (std::size_t at = 0; at < resources; ++at)
        job.pressure[at] = KernelFile(fmt::format("{}/{}.pressure", group.folder, resourceNames[at]));
    job.group = std::move(group);
    return job;
}

InventoryItem CgroupCollector::detect()
{
    std::vector<Job> jobs;
    for (JobCgroup& group : findJobCgroups(m_root)) {
        const auto known = std::ranges::find(m_jobs, group, &Job::group);
        jobs.push_back(known != m_jobs.end() ? std::move(*known) : follow(std::move(group)));
    }
    for (const Job& job : m_jobs) { // kept entries were moved away
        if (!job.group.job.empty() && std::ranges::any_of(job.shortages, &Shortage::isReported))
            m_over.push_back(fmt::format("{}: the job has ended", job.group.job));
    }
    m_jobs = std::move(jobs);
    if (m_jobs.empty())
        return off("no Slurm or Kubernetes job has a control group (version 2) on this node");
    return active(fmt::format("{} job{}", m_jobs.size(), m_jobs.size() == 1 ? "" : "s"));
}

bool CgroupCollector::hasChanged()
{
    return !std::ranges::equal(findJobCgroups(m_root), m_jobs, {}, {}, &Job::group);
}

void CgroupCollector::declare(LayoutBuilder& layout)
{
    if (m_jobs.empty())
        return;
    m_jobsSlot = layout.add(metrics::node::jobs);
    m_killsSlot = layout.add(metrics::node::jobsKilled);
    m_throttledSlot = layout.add(metrics::node::jobsThrottled);
    m_pressureSlots = {layout.add(metrics::node::jobsPressureCpu), layout.add(metrics::node::jobsPressureMemory),
                       layout.add(metrics::node::jobsPressureIo)};
}

/// The number after a key, either on a separate line ("oom_kill 2") or within the line "some" ("total=81").
std::optional<std::uint64_t> CgroupCollector::field(KernelFile& file, std::string_view key)
{
    std::string_view text = file.read(m_buffer);
    while (!text.empty()) {
        std::string_view line = nextLine(text);
        const std::string_view first = nextWord(line);
        if (first == key)
            return parseCount(trimmed(line));
        if (first != "some")
            continue;
        const std::size_t at = line.find(key);
        if (at != std::string_view::npos)
            return parseCount(trimmed(line.substr(at + key.size())));
    }
    return std::nullopt;
}

std::uint64_t CgroupCollector::newKills(Job& job)
{
    const auto now = field(job.memoryEvents, "oom_kill");
    const auto before = std::exchange(job.kills, now);
    return now && before && *now > *before ? *now - *before : 0;
}

std::optional<double> CgroupCollector::shareOf(CounterRate& counter, std::optional<std::uint64_t> total, TimePoint now)
{
    constexpr double secondsPerMicrosecond = 1e-6;
    const auto rate = total ? counter.sample(*total, now) : std::nullopt;
    return rate ? std::optional(std::clamp(*rate * secondsPerMicrosecond, 0.0, 1.0)) : std::nullopt;
}

void CgroupCollector::follow(Job& job, Kind kind, std::optional<double> share, double seconds, TickWriter& tick) const
{
    if (!share)
        return;
    Shortage& shortage = job.shortages[kind];
    const ShortageWords& words = shortageWords[kind];
    shortage.share += (*share - shortage.share) * std::min(1.0, seconds / shortageSeconds);
    const auto tell = [&](Severity severity, const std::string& text) {
        shortage.isReported = !shortage.isReported;
        tick.addEvent(severity, LayoutBuilder::node, codes::jobShort, fmt::format("{}: {}", job.group.job, text),
                      {.job = job.group.job});
    };
    if (!shortage.isReported && shortage.share >= words.min)
        tell(Severity::Warning, fmt::format(fmt::runtime(words.text), 100 * shortage.share));
    else if (shortage.isReported && shortage.share < words.min / 2)
        tell(Severity::Information, words.over);
}

void CgroupCollector::sample(TimePoint now, TickWriter& tick)
{
    for (const std::string& text : std::exchange(m_over, {}))
        tick.addEvent(Severity::Information, LayoutBuilder::node, codes::jobShort, text);
    if (m_jobs.empty())
        return;
    const double seconds = m_last ? std::chrono::duration<double>(now - *m_last).count() : 0;
    m_last = now;
    std::optional<double> throttled;
    std::array<std::optional<double>, resources> pressure;
    std::uint64_t kills = 0;
    bool knowsKills = false;
    for (Job& job : m_jobs) {
        const std::uint64_t killed = newKills(job);
        knowsKills |= job.kills.has_value();
        kills += killed;
        if (killed > 0)
            tick.addEvent(Severity::Warning, LayoutBuilder::node, codes::processOutOfMemory,
                          fmt::format("{}: {} killed because memory ran out", job.group.job,
                                      killed == 1 ? "a process was" : fmt::format("{} processes were", killed)),
                          {.job = job.group.job});
        const auto slowed = shareOf(job.throttled, field(job.cpuStat, "throttled_usec"), now);
        raise(throttled, slowed);
        follow(job, Throttled, slowed, seconds, tick);
        for (std::size_t at = 0; at < resources; ++at) {
            const auto waits = shareOf(job.stalled[at], field(job.pressure[at], "total="), now);
            raise(pressure[at], waits);
            if (at <= 1) // storage is reported by the writing job
                follow(job, at == 0 ? CpuWait : MemoryWait, waits, seconds, tick);
        }
    }
    tick.set(m_jobsSlot, static_cast<double>(m_jobs.size()));
    if (knowsKills)
        tick.set(m_killsSlot, static_cast<double>(kills));
    tick.set(m_throttledSlot, throttled);
    for (std::size_t at = 0; at < resources; ++at)
        tick.set(m_pressureSlots[at], pressure[at]);
}

} // namespace lockstep
