// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/collector.h"
#include "datasources/collectors/kernel/files/kernelfile.h"
#include "datasources/collectors/kernel/files/kerneltext.h"
#include "datasources/collectors/kernel/files/systemroot.h"
#include "datasources/collectors/kernel/kernelcollectors.h"
#include "models/core/metrics/metricnames.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace lockstep {

namespace {

constexpr double bytesPerSector = 512.0; ///< in /proc/diskstats, regardless of the disk's sector size

/// The columns of /proc/diskstats after the name, in their order (Documentation/admin-guide/iostats.rst).
struct DiskCounts
{
    std::uint64_t reads, readsMerged, sectorsRead, readMs;
    std::uint64_t writes, writesMerged, sectorsWritten, writeMs;
    std::uint64_t inFlight, busyMs;

    explicit DiskCounts(std::string_view fields)
    {
        for (std::uint64_t* field : {&reads, &readsMerged, &sectorsRead, &readMs, &writes, &writesMerged,
                                     &sectorsWritten, &writeMs, &inFlight, &busyMs})
            *field = nextCount(fields);
    }
};

/// Throughput, operations, busy time and latency of whole disks, from /proc/diskstats. Throughput is sampled fast.
class DiskCollector final : public Collector
{
public:
    /// @param ignored prefixes of disk names to ignore ("loop")
    DiskCollector(const SystemRoot& root, std::vector<std::string> ignored)
        : m_root(root), m_ignored(std::move(ignored)), m_stats(root.path("proc/diskstats"))
    { }

    [[nodiscard]] std::string_view name() const override { return "disk"; }
    [[nodiscard]] InventoryItem detect() override
    {
        std::vector<Disk> disks;
        for (const std::string& name : diskNames()) {
            Disk disk;
            if (const Disk* known = findDisk(name))
                disk = *known;
            disk.name = name;
            disks.push_back(std::move(disk));
        }
        m_disks = std::move(disks);
        if (m_disks.empty())
            return off(m_root.path("sys/block") + " has no disks other than ignored ones");
        std::vector<std::string_view> names;
        for (const Disk& disk : m_disks)
            names.push_back(disk.name);
        return active(fmt::format("{}", fmt::join(names, ", ")));
    }

    [[nodiscard]] bool hasChanged() override { return !std::ranges::equal(m_disks, diskNames(), {}, &Disk::name); }

    void declare(LayoutBuilder& layout) override
    {
        for (Disk& disk : m_disks) {
            const std::uint32_t entity = layout.addEntity(EntityKind::Disk, disk.name);
            disk.readSlot = layout.addWithPeak(metrics::disk::read, entity);
            disk.writeSlot = layout.addWithPeak(metrics::disk::write, entity);
            disk.readsSlot = layout.add(metrics::disk::reads, entity);
            disk.writesSlot = layout.add(metrics::disk::writes, entity);
            disk.utilisationSlot = layout.add(metrics::disk::utilisation, entity);
            disk.latencySlot = layout.add(metrics::disk::latency, entity);
        }
    }

    void sampleFast(TimePoint now) override
    {
        std::string_view text = m_disks.empty() ? std::string_view() : m_stats.read(m_buffer);
        while (!text.empty()) {
            std::string_view line = nextLine(text);
            nextWord(line);
            nextWord(line);
            if (Disk* disk = findDisk(nextWord(line))) {
                const DiskCounts counts(line);
                disk->sectorsRead.sampleFast(counts.sectorsRead, now);
                disk->sectorsWritten.sampleFast(counts.sectorsWritten, now);
            }
        }
    }

    void sample(TimePoint now, TickWriter& tick) override
    {
        std::string_view text = m_disks.empty() ? std::string_view() : m_stats.read(m_buffer);
        while (!text.empty()) {
            std::string_view line = nextLine(text);
            nextWord(line);
            nextWord(line);
            if (Disk* disk = findDisk(nextWord(line)))
                sampleDisk(*disk, line, now, tick);
        }
    }

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

    [[nodiscard]] std::vector<std::string> diskNames() const
    {
        std::vector<std::string> names = entriesOf(m_root.path("sys/block"));
        std::erase_if(names, [&](const std::string& name) {
            return std::ranges::any_of(m_ignored, [&](const std::string& prefix) { return name.starts_with(prefix); });
        });
        return names;
    }

    Disk* findDisk(std::string_view name)
    {
        const auto found = std::ranges::find(m_disks, name, &Disk::name);
        return found == m_disks.end() ? nullptr : &*found;
    }

    void sampleDisk(Disk& disk, std::string_view fields, TimePoint now, TickWriter& tick)
    {
        const DiskCounts counts(fields);
        tick.set(disk.readSlot, disk.sectorsRead.sampleTick(counts.sectorsRead, now), bytesPerSector);
        tick.set(disk.writeSlot, disk.sectorsWritten.sampleTick(counts.sectorsWritten, now), bytesPerSector);
        const auto reads = disk.reads.sample(counts.reads, now);
        const auto writes = disk.writes.sample(counts.writes, now);
        tick.set(disk.readsSlot, reads);
        tick.set(disk.writesSlot, writes);
        if (const auto busy = disk.busyMs.sample(counts.busyMs, now))
            tick.set(disk.utilisationSlot, std::min(1.0, *busy * 1e-3));

        const auto readMs = disk.readMs.sample(counts.readMs, now);
        const auto writeMs = disk.writeMs.sample(counts.writeMs, now);
        const double operations = reads.value_or(0) + writes.value_or(0);
        // Without operations there is no latency: no data, not zero.
        if (readMs && writeMs && operations > 0)
            tick.set(disk.latencySlot, (*readMs + *writeMs) * 1e-3 / operations);
    }

    SystemRoot m_root;
    std::vector<std::string> m_ignored;
    KernelFile m_stats;
    std::string m_buffer;
    std::vector<Disk> m_disks;
};

} // namespace

std::unique_ptr<Collector> makeDiskCollector(const SystemRoot& root, std::vector<std::string> ignored)
{
    return std::make_unique<DiskCollector>(root, std::move(ignored));
}

} // namespace lockstep
