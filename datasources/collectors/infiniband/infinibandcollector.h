// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/collectors/collector.h"
#include "datasources/collectors/infiniband/infinibandport.h"
#include "datasources/collectors/kernel/files/systemroot.h"

#include <vector>

namespace lockstep {

/// InfiniBand and RoCE adapters: all counters of all ports, rate and state, from /sys/class/infiniband. Data sent and
/// received is sampled fast. A port that leaves the active state causes an event.
class InfinibandCollector final : public Collector
{
public:
    explicit InfinibandCollector(const SystemRoot& root);

    [[nodiscard]] std::string_view name() const override { return "infiniband"; }
    [[nodiscard]] InventoryItem detect() override;
    [[nodiscard]] bool hasChanged() override;
    void declare(LayoutBuilder& layout) override;
    void sampleFast(TimePoint now) override;
    void sample(TimePoint now, TickWriter& tick) override;

private:
    [[nodiscard]] std::vector<std::string> portNames() const;

    std::string m_folder;
    std::vector<InfinibandPort> m_ports;
};

} // namespace lockstep
