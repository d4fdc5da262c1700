// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/collectors/collector.h"
#include "datasources/collectors/kernel/files/kernelfile.h"
#include "datasources/collectors/kernel/files/systemroot.h"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace lockstep {

/// The control group that contains a job's processes on this node.
struct JobCgroup
{
    std::string job; ///< "job 1234", "pod 0f9c..."
    std::string folder;

    friend bool operator==(const JobCgroup&, const JobCgroup&) = default;
};

/// Control groups (version 2) of Slurm and Kubernetes jobs, at most 256; none with version 1 only.
[[nodiscard]] std::vector<JobCgroup> findJobCgroups(const SystemRoot& root);

/// Effects of control group limits on jobs: OOM kills, CPU throttling and pressure. Node metrics show the worst job;
/// events name the job when processes are killed or throttling lasts.
class CgroupCollector final : public Collector
{
public:
    explicit CgroupCollector(const SystemRoot& root) : m_root(root) { }

    [[nodiscard]] std::string_view name() const override { return "cgroup"; }
    [[nodiscard]] InventoryItem detect() override;
    [[nodiscard]] bool hasChanged() override;
    void declare(LayoutBuilder& layout) override;
    void sample(TimePoint now, TickWriter& tick) override;

private:
    static constexpr std::size_t resources = 3; ///< cpu, memory, io

    /// Recent throttling or stalling of a job, and whether it was reported.
    struct Shortage
    {
        double share = 0;
        bool isReported = false;
    };
    enum Kind : std::size_t { Throttled, CpuWait, MemoryWait, kinds };

    struct Job
    {
        JobCgroup group;
        KernelFile memoryEvents;
        KernelFile cpuStat;
        std::array<KernelFile, resources> pressure;
        std::optional<std::uint64_t> kills;
        CounterRate throttled{};
        std::array<CounterRate, resources> stalled{CounterRate(), CounterRate(), CounterRate()};
        std::array<Shortage, kinds> shortages;
    };

    [[nodiscard]] static Job follow(JobCgroup group);
    [[nodiscard]] std::uint64_t newKills(Job& job);
    /// The part of the time since the last sample, from a counter of microseconds.
    [[nodiscard]] static std::optional<double> shareOf(CounterRate& counter, std::optional<std::uint64_t> total,
                                                       TimePoint now);
    void follow(Job& job, Kind kind, std::optional<double> share, double seconds, TickWriter& tick) const;
    [[nodiscard]] std::optional<std::uint64_t> field(KernelFile& file, std::string_view key);

    SystemRoot m_root;
    std::vector<Job> m_jobs;
    std::vector<std::string> m_over; ///< ends to report, of jobs that have ended
    std::optional<TimePoint> m_last;
    std::string m_buffer;
    Slot m_jobsSlot, m_killsSlot, m_throttledSlot;
    std::array<Slot, resources> m_pressureSlots;
};

} // namespace lockstep
