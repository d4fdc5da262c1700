// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/collectors/collector.h"
#include "datasources/collectors/kernel/files/kernelfile.h"
#include "datasources/collectors/kernel/files/systemroot.h"

#include <vector>

namespace lockstep {

/// CPU time in total and per core, core frequencies, load, runnable and blocked processes, context switches. From
/// /proc/stat, /proc/loadavg and cpufreq. Total utilisation is sampled fast.
class CpuCollector final : public Collector
{
public:
    explicit CpuCollector(const SystemRoot& root);

    [[nodiscard]] std::string_view name() const override { return "cpu"; }
    [[nodiscard]] InventoryItem detect() override;
    [[nodiscard]] bool hasChanged() override;
    void declare(LayoutBuilder& layout) override;
    void sampleFast(TimePoint now) override;
    void sample(TimePoint now, TickWriter& tick) override;

private:
    struct Core
    {
        std::string name; ///< "cpu3"
        CounterRate busy;
        KernelFile frequency; ///< without a path where cpufreq is absent
        Slot utilisationSlot;
        Slot frequencySlot;
    };

    void sampleLine(std::string_view name, std::string_view fields, TickWriter& tick);
    void sampleWhole(std::string_view fields, TickWriter& tick);
    [[nodiscard]] std::vector<std::string> coreNames();

    SystemRoot m_root;
    KernelFile m_stat;
    KernelFile m_load;
    std::string m_buffer;
    std::vector<Core> m_cores;
    std::size_t m_nextCore = 0; ///< the core whose line is expected next, because lines are sorted

    PeakRate m_busy;
    CounterRate m_system;
    CounterRate m_wait;
    CounterRate m_steal;
    CounterRate m_switches;

    PeakSlot m_utilisationSlot;
    Slot m_systemSlot, m_waitSlot, m_stealSlot;
    Slot m_loadSlot, m_runningSlot, m_blockedSlot, m_threadsSlot, m_switchesSlot;
};

} // namespace lockstep
