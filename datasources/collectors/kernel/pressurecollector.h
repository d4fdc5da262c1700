// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/collectors/collector.h"
#include "datasources/collectors/kernel/files/kernelfile.h"
#include "datasources/collectors/kernel/files/systemroot.h"

#include <vector>

namespace lockstep {

/// Pressure stall information (PSI): the share of each tick in which some or all tasks were stalled on CPU, memory or
/// I/O. Uses the stall totals in /proc/pressure, which are exact per tick, not the kernel's averages.
class PressureCollector final : public Collector
{
public:
    explicit PressureCollector(const SystemRoot& root);

    [[nodiscard]] std::string_view name() const override { return "pressure"; }
    [[nodiscard]] InventoryItem detect() override;
    [[nodiscard]] bool hasChanged() override;
    void declare(LayoutBuilder& layout) override;
    void sample(TimePoint now, TickWriter& tick) override;

private:
    struct Line
    {
        std::string_view key; ///< "some", "full"
        std::string_view metric;
        CounterRate stalled{};
        Slot slot{};
    };
    struct Resource
    {
        KernelFile file;
        std::vector<Line> lines;
    };

    [[nodiscard]] bool isReadable();

    std::vector<Resource> m_resources;
    std::string m_buffer;
    std::string m_folder;
    bool m_isActive = false;
};

} // namespace lockstep
