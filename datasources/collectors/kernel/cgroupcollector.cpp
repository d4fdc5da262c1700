// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/kernel/cgroupcollector.h"

#include "datasources/collectors/kernel/kerneltext.h"
#include "models/core/eventcodes.h"
#include "models/core/metrics/metricnames.h"

#include <fmt/format.h>

#include <algorithm>

namespace lockstep {

namespace {

constexpr std::array<const char*, 3> resourceNames{"cpu", "memory", "io"};

/// The larger of what is known so far and another job's share.
void raise(std::optional<double>& worst, std::optional<double> share)
{
    if (share)
        worst = std::max(worst.value_or(0), std::clamp(*share, 0.0, 1.0));
}

} // namespace

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
    m_jobs = std::move(jobs);
    if (m_jobs.empty())
        return off("no job of Slurm or Kubernetes has a control group (version 2) here");
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

/// The number behind a key: of a line of its own ("oom_kill 2"), or in the line "some" ("total=81").
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

void CgroupCollector::sample(TimePoint now, TickWriter& tick)
{
    if (m_jobs.empty())
        return;
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
                          fmt::format("{}: {} killed for want of memory", job.group.job,
                                      killed == 1 ? "a process was" : fmt::format("{} processes were", killed)));
        constexpr double secondsPerMicrosecond = 1e-6;
        if (const auto stalled = field(job.cpuStat, "throttled_usec")) {
            const auto rate = job.throttled.sample(*stalled, now);
            raise(throttled, rate ? std::optional(*rate * secondsPerMicrosecond) : std::nullopt);
        }
        for (std::size_t at = 0; at < resources; ++at) {
            if (const auto total = field(job.pressure[at], "total=")) {
                const auto rate = job.stalled[at].sample(*total, now);
                raise(pressure[at], rate ? std::optional(*rate * secondsPerMicrosecond) : std::nullopt);
            }
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
