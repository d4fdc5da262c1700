// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/collectors/collector.h"
#include "datasources/collectors/kernel/jobcgroups.h"
#include "datasources/collectors/kernel/kernelfile.h"

#include <array>
#include <optional>
#include <vector>

namespace lockstep {

/// What jobs suffer from their control groups' limits: processes killed for want of memory, which is also said with the
/// job's name, time that they were throttled, and pressure. Of several jobs on a node the one that is worst off.
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

    struct Job
    {
        JobCgroup group;
        KernelFile memoryEvents;
        KernelFile cpuStat;
        std::array<KernelFile, resources> pressure;
        std::optional<std::uint64_t> kills;
        CounterRate throttled{};
        std::array<CounterRate, resources> stalled{CounterRate(), CounterRate(), CounterRate()};
    };

    [[nodiscard]] static Job follow(JobCgroup group);
    [[nodiscard]] std::uint64_t newKills(Job& job);
    [[nodiscard]] std::optional<std::uint64_t> field(KernelFile& file, std::string_view key);

    SystemRoot m_root;
    std::vector<Job> m_jobs;
    std::string m_buffer;
    Slot m_jobsSlot, m_killsSlot, m_throttledSlot;
    std::array<Slot, resources> m_pressureSlots;
};

} // namespace lockstep
