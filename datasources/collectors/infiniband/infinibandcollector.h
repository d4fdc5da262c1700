// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/collectors/collector.h"
#include "datasources/collectors/infiniband/infinibandcounters.h"
#include "datasources/collectors/kernel/files/kernelfile.h"
#include "datasources/collectors/kernel/files/systemroot.h"

#include <optional>
#include <string>
#include <vector>

namespace lockstep {

/// One port of an InfiniBand or RoCE adapter. Counters that read "N/A" are not declared. Used by InfinibandCollector.
class InfinibandPort
{
public:
    /// @param name "mlx5_0/1"; @param folder ".../infiniband/mlx5_0/ports/1"
    InfinibandPort(std::string name, const std::string& folder);

    [[nodiscard]] const std::string& name() const { return m_name; }
    [[nodiscard]] std::string rateText() const { return m_rateText; }
    [[nodiscard]] std::size_t counterCount() const { return m_counters.size(); }

    void declare(LayoutBuilder& layout);
    void sampleFast(TimePoint now);
    void sample(TimePoint now, TickWriter& tick);

private:
    struct Counter
    {
        KernelFile file;
        MetricDescriptor metric;
        double scale = 1.0;
        bool isFast = false;
        bool causesRetransmit = false;
        bool isWait = false;
        PeakRate rate{};
        PeakSlot slot{};
        Slot totalSlot{};
    };

    void addCounter(const std::string& path, const MetricDescriptor& metric, const InfinibandCounter& known);
    void sampleLink(TickWriter& tick);

    std::string m_name;
    std::vector<Counter> m_counters;
    KernelFile m_rate, m_state, m_physicalState;
    std::string m_rateText;
    std::string m_buffer;
    std::optional<double> m_bitsPerSecond;
    std::optional<bool> m_isUp;
    bool m_hasRetransmits = false;
    bool m_hasWait = false;

    std::uint32_t m_entity = 0;
    PeakSlot m_utilisationSlot;
    Slot m_upSlot, m_rateSlot, m_retransmitsSlot, m_waitSlot;
};

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
