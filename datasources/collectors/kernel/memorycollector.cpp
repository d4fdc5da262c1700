// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/collector.h"
#include "datasources/collectors/kernel/files/kernelfile.h"
#include "datasources/collectors/kernel/files/kerneltext.h"
#include "datasources/collectors/kernel/files/systemroot.h"
#include "datasources/collectors/kernel/kernelcollectors.h"
#include "models/core/metrics/metricnames.h"
#include "models/core/units.h"

namespace lockstep {

namespace {

/// Memory and swap of the node, from /proc/meminfo. Used = total - available.
class MemoryCollector final : public Collector
{
public:
    explicit MemoryCollector(const SystemRoot& root) : m_file(root.path("proc/meminfo")) { }

    [[nodiscard]] std::string_view name() const override { return "memory"; }
    [[nodiscard]] InventoryItem detect() override
    {
        const Meminfo info = read();
        m_isActive = info.total && info.available;
        if (!m_isActive)
            return off(m_file.path() + " is absent or lacks MemTotal and MemAvailable");
        return active(formatQuantity(*info.total, Unit::Bytes));
    }

    [[nodiscard]] bool hasChanged() override { return read().total.has_value() != m_isActive; }

    void declare(LayoutBuilder& layout) override
    {
        if (!m_isActive)
            return;
        m_usedSlot = layout.add(metrics::node::memoryUsed);
        m_utilisationSlot = layout.add(metrics::node::memoryUtilisation);
        m_cachedSlot = layout.add(metrics::node::memoryCached);
        m_dirtySlot = layout.add(metrics::node::memoryDirty);
        m_swapSlot = layout.add(metrics::node::swapUsed);
    }

    void sample([[maybe_unused]] TimePoint now, TickWriter& tick) override
    {
        if (!m_isActive)
            return;
        const Meminfo info = read();
        if (info.total && info.available && *info.total > 0) {
            tick.set(m_usedSlot, *info.total - *info.available);
            tick.set(m_utilisationSlot, 1.0 - *info.available / *info.total);
        }
        tick.set(m_cachedSlot, info.cached);
        tick.set(m_dirtySlot, info.dirty);
        if (info.swapTotal && info.swapFree)
            tick.set(m_swapSlot, *info.swapTotal - *info.swapFree);
    }

private:
    /// Values of /proc/meminfo, in bytes.
    struct Meminfo
    {
        std::optional<double> total, available, cached, dirty, swapTotal, swapFree;
    };
    [[nodiscard]] Meminfo read()
    {
        Meminfo info;
        std::string_view text = m_file.read(m_buffer);
        while (!text.empty()) {
            std::string_view line = nextLine(text);
            const std::string_view key = nextWord(line);
            std::optional<double>* field = key == "MemTotal:" ? &info.total
                : key == "MemAvailable:"                      ? &info.available
                : key == "Cached:"                            ? &info.cached
                : key == "Dirty:"                             ? &info.dirty
                : key == "SwapTotal:"                         ? &info.swapTotal
                : key == "SwapFree:"                          ? &info.swapFree
                                                              : nullptr;
            if (const auto kibibytes = field ? parseCount(nextWord(line)) : std::nullopt)
                *field = static_cast<double>(*kibibytes) * 1024.0;
        }
        return info;
    }

    KernelFile m_file;
    std::string m_buffer;
    bool m_isActive = false;
    Slot m_usedSlot, m_utilisationSlot, m_cachedSlot, m_dirtySlot, m_swapSlot;
};

} // namespace

std::unique_ptr<Collector> makeMemoryCollector(const SystemRoot& root)
{
    return std::make_unique<MemoryCollector>(root);
}

} // namespace lockstep
