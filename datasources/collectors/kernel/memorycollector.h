// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/collectors/collector.h"
#include "datasources/collectors/kernel/files/kernelfile.h"
#include "datasources/collectors/kernel/files/systemroot.h"

namespace lockstep {

/// Memory and swap of the node, from /proc/meminfo. Used = total - available.
class MemoryCollector final : public Collector
{
public:
    explicit MemoryCollector(const SystemRoot& root);

    [[nodiscard]] std::string_view name() const override { return "memory"; }
    [[nodiscard]] InventoryItem detect() override;
    [[nodiscard]] bool hasChanged() override;
    void declare(LayoutBuilder& layout) override;
    void sample(TimePoint now, TickWriter& tick) override;

private:
    /// In bytes.
    struct Meminfo
    {
        std::optional<double> total, available, cached, dirty, swapTotal, swapFree;
    };
    [[nodiscard]] Meminfo read();

    KernelFile m_file;
    std::string m_buffer;
    bool m_isActive = false;
    Slot m_usedSlot, m_utilisationSlot, m_cachedSlot, m_dirtySlot, m_swapSlot;
};

} // namespace lockstep
