// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/collectors/collector.h"
#include "datasources/collectors/kernel/files/kernelfile.h"
#include "datasources/collectors/kernel/files/systemroot.h"
#include "models/core/metrics/counterrate.h"

#include <array>
#include <string>
#include <vector>

namespace lockstep {

/// Kernel processing of received packets: processed, dropped because a CPU's backlog was full, and interrupted with
/// packets left. From /proc/net/softnet_stat, summed over the CPUs.
class SoftnetCollector final : public Collector
{
public:
    explicit SoftnetCollector(const SystemRoot& root) : m_file(root.path("proc/net/softnet_stat")) { }

    [[nodiscard]] std::string_view name() const override { return "softnet"; }
    [[nodiscard]] InventoryItem detect() override;
    [[nodiscard]] bool hasChanged() override;
    void declare(LayoutBuilder& layout) override;
    void sample(TimePoint now, TickWriter& tick) override;

private:
    static constexpr std::size_t fieldCount = 3; ///< processed, dropped, time_squeeze
    /// The counters of each CPU have 32 bits and wrap separately.
    using CpuRates = std::array<CounterRate, fieldCount>;

    KernelFile m_file;
    std::string m_buffer;
    std::vector<CpuRates> m_cpus; ///< by line
    std::array<Slot, fieldCount> m_slots;
    bool m_isActive = false;
};

} // namespace lockstep
