// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/collectors/collector.h"
#include "datasources/collectors/kernel/files/kernelfile.h"

namespace lockstep {

/// Cost of the agent's own process: CPU as a share of one core, resident memory.
class SelfCollector final : public Collector
{
public:
    SelfCollector();

    [[nodiscard]] std::string_view name() const override { return "agent"; }
    [[nodiscard]] InventoryItem detect() override;
    [[nodiscard]] bool hasChanged() override { return false; }
    void declare(LayoutBuilder& layout) override;
    void sample(TimePoint now, TickWriter& tick) override;

private:
    KernelFile m_memory;
    std::string m_buffer;
    CounterRate m_cpuMicroseconds;
    Slot m_cpuSlot, m_memorySlot;
};

} // namespace lockstep
