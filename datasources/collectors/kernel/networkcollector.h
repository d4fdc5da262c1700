// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/collectors/collector.h"
#include "datasources/collectors/kernel/files/kernelfile.h"
#include "datasources/collectors/kernel/files/systemroot.h"
#include "datasources/collectors/kernel/networkinterface.h"

#include <vector>

namespace lockstep {

/// Network interfaces: bytes, packets, errors, drops, speed and state; TCP retransmits of the node. Ignores the
/// loopback and, where physical devices exist, virtual ones on top of them (bonds, VLANs, bridges). From /proc/net/dev,
/// /proc/net/snmp and /sys/class/net. Bytes are sampled fast. A port that goes down causes an event.
class NetworkCollector final : public Collector
{
public:
    /// @param ignored interfaces whose names start with one of these are left out ("veth")
    NetworkCollector(const SystemRoot& root, std::vector<std::string> ignored);

    [[nodiscard]] std::string_view name() const override { return "network"; }
    [[nodiscard]] InventoryItem detect() override;
    [[nodiscard]] bool hasChanged() override;
    void declare(LayoutBuilder& layout) override;
    void sampleFast(TimePoint now) override;
    void sample(TimePoint now, TickWriter& tick) override;

private:
    [[nodiscard]] std::vector<std::string> interfaceNames() const;
    NetworkInterface* findInterface(std::string_view name);
    /// Calls visit(interface, fields) for each line of /proc/net/dev of a known interface.
    template <class Visit>
    void forEachLine(Visit visit);
    void sampleRetransmits(TimePoint now, TickWriter& tick);

    SystemRoot m_root;
    std::vector<std::string> m_ignored;
    KernelFile m_devices;
    KernelFile m_protocols;
    std::string m_buffer;
    std::vector<NetworkInterface> m_interfaces;
    CounterRate m_retransmits;
    Slot m_retransmitsSlot;
};

} // namespace lockstep
