// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/collectors/collector.h"
#include "datasources/collectors/kernel/files/kernelfile.h"
#include "datasources/collectors/kernel/files/systemroot.h"

#include <vector>

namespace lockstep {

/// Throughput, operations, busy time and latency of whole disks, from /proc/diskstats. Throughput is sampled fast.
class DiskCollector final : public Collector
{
public:
    /// @param ignored prefixes of disk names to ignore ("loop")
    DiskCollector(const SystemRoot& root, std::vector<std::string> ignored);

    [[nodiscard]] std::string_view name() const override { return "disk"; }
    [[nodiscard]] InventoryItem detect() override;
    [[nodiscard]] bool hasChanged() override;
    void declare(LayoutBuilder& layout) override;
    void sampleFast(TimePoint now) override;
    void sample(TimePoint now, TickWriter& tick) override;

private:
    struct Disk
    {
        std::string name;
        PeakRate sectorsRead, sectorsWritten;
        CounterRate reads, writes;
        CounterRate readMs{32}, writeMs{32}, busyMs{32}; ///< the kernel keeps them in 32 bits
        PeakSlot readSlot, writeSlot;
        Slot readsSlot, writesSlot, utilisationSlot, latencySlot;
    };

    [[nodiscard]] std::vector<std::string> diskNames() const;
    Disk* findDisk(std::string_view name);
    void sampleDisk(Disk& disk, std::string_view fields, TimePoint now, TickWriter& tick);

    SystemRoot m_root;
    std::vector<std::string> m_ignored;
    KernelFile m_stats;
    std::string m_buffer;
    std::vector<Disk> m_disks;
};

} // namespace lockstep
