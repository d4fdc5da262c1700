// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/collectors/collector.h"
#include "datasources/collectors/kernel/files/kernelfile.h"
#include "datasources/collectors/kernel/files/systemroot.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

/// One network interface: bytes, packets, errors, drops, speed and state. Used by NetworkCollector, which passes it its
/// line of /proc/net/dev.
class NetworkInterface
{
public:
    NetworkInterface(const SystemRoot& root, std::string name);

    [[nodiscard]] const std::string& name() const { return m_name; }

    /// Reads the speed. Not for every tick, because it takes a lock in the kernel.
    void readSpeed() { m_bitsPerSecond = askSpeed(); }
    /// Whether reading it would give another value.
    [[nodiscard]] bool hasNewSpeed() { return m_bitsPerSecond != askSpeed(); }

    void declare(LayoutBuilder& layout);
    /// @param fields of its line in /proc/net/dev, after the name
    void sampleFast(std::string_view fields, TimePoint now);
    void sampleCounts(std::string_view fields, TimePoint now, TickWriter& tick);
    void sampleState(TickWriter& tick);

private:
    [[nodiscard]] std::optional<double> askSpeed();

    std::string m_name;
    KernelFile m_flags, m_operationState, m_speed;
    std::string m_buffer;
    std::optional<double> m_bitsPerSecond; ///< nullopt: virtual, or no link
    std::optional<bool> m_isUp;
    PeakRate m_received, m_sent;
    CounterRate m_receivedPackets, m_sentPackets, m_receiveErrors, m_sendErrors, m_receiveDrops, m_sendDrops;

    std::uint32_t m_entity = 0;
    PeakSlot m_receiveSlot, m_transmitSlot, m_utilisationSlot;
    Slot m_receivePacketsSlot, m_transmitPacketsSlot, m_receiveErrorsSlot, m_transmitErrorsSlot;
    Slot m_receiveDropsSlot, m_transmitDropsSlot, m_rateSlot, m_upSlot;
    Slot m_receiveErrorsTotalSlot, m_transmitErrorsTotalSlot, m_receiveDropsTotalSlot, m_transmitDropsTotalSlot;
};

/// Network interfaces: bytes, packets, errors, drops, speed and state; TCP retransmits of the node. Ignores the
/// loopback and, where physical devices exist, virtual ones on top of them (bonds, VLANs, bridges). From /proc/net/dev,
/// /proc/net/snmp and /sys/class/net. Bytes are sampled fast. A port that goes down causes an event.
class NetworkCollector final : public Collector
{
public:
    /// @param ignored prefixes of interface names to ignore ("veth")
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
