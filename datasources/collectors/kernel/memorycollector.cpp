// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/kernel/memorycollector.h"

#include "datasources/collectors/kernel/files/kerneltext.h"
#include "models/core/metrics/metricnames.h"
#include "models/core/units.h"

namespace lockstep {

MemoryCollector::MemoryCollector(const SystemRoot& root) : m_file(root.path("proc/meminfo")) { }

MemoryCollector::Meminfo MemoryCollector::read()
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

InventoryItem MemoryCollector::detect()
{
    const Meminfo info = read();
    m_isActive = info.total && info.available;
    if (!m_isActive)
        return off(m_file.path() + " is absent or lacks MemTotal and MemAvailable");
    return active(formatQuantity(*info.total, Unit::Bytes));
}

bool MemoryCollector::hasChanged()
{
    return read().total.has_value() != m_isActive;
}

void MemoryCollector::declare(LayoutBuilder& layout)
{
    if (!m_isActive)
        return;
    m_usedSlot = layout.add(metrics::node::memoryUsed);
    m_utilisationSlot = layout.add(metrics::node::memoryUtilisation);
    m_cachedSlot = layout.add(metrics::node::memoryCached);
    m_dirtySlot = layout.add(metrics::node::memoryDirty);
    m_swapSlot = layout.add(metrics::node::swapUsed);
}

void MemoryCollector::sample([[maybe_unused]] TimePoint now, TickWriter& tick)
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

} // namespace lockstep
