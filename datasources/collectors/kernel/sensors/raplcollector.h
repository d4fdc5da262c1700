// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/collectors/collector.h"
#include "datasources/collectors/kernel/files/kernelfile.h"
#include "datasources/collectors/kernel/files/systemroot.h"

#include <vector>

namespace lockstep {

/// Power of CPU packages and memory from RAPL's energy counters (sys/class/powercap). Since 2020 kernels allow only
/// root to read them; otherwise the collector is off and gives the reason.
class RaplCollector final : public Collector
{
public:
    explicit RaplCollector(const SystemRoot& root);

    [[nodiscard]] std::string_view name() const override { return "rapl"; }
    [[nodiscard]] InventoryItem detect() override;
    [[nodiscard]] bool hasChanged() override;
    void declare(LayoutBuilder& layout) override;
    void sample(TimePoint now, TickWriter& tick) override;

private:
    struct Domain
    {
        std::string name; ///< "package-0", "package-0/dram"
        KernelFile microjoules;
        CounterRate energy;
        Slot slot;
    };

    [[nodiscard]] std::string domainName(const std::string& zone) const;

    std::string m_folder;
    std::vector<std::string> m_entries;
    std::vector<Domain> m_domains;
};

} // namespace lockstep
