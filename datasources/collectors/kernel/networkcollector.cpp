// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/collector.h"
#include "datasources/collectors/kernel/files/kernelfile.h"
#include "datasources/collectors/kernel/files/kerneltext.h"
#include "datasources/collectors/kernel/files/systemroot.h"
#include "datasources/collectors/kernel/kernelcollectors.h"
#include "models/core/eventcodes.h"
#include "models/core/metrics/metricnames.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

namespace {

/// The columns of /proc/net/dev after the name (net/core/net-procfs.c).
struct InterfaceCounts
{
    std::uint64_t receivedBytes, receivedPackets, receiveErrors, receiveDrops;
    std::uint64_t sentBytes, sentPackets, sendErrors, sendDrops;

    explicit InterfaceCounts(std::string_view fields)
    {
        std::uint64_t skipped = 0;
        for (std::uint64_t* field : {&receivedBytes, &receivedPackets, &receiveErrors, &receiveDrops, &skipped,
                                     &skipped, &skipped, &skipped, &sentBytes, &sentPackets, &sendErrors, &sendDrops})
            *field = nextCount(fields);
    }
};

/// Value of @p column in the two "Tcp:" lines of /proc/net/snmp: one names the columns, the next holds the numbers.
std::optional<std::uint64_t> tcpCount(std::string_view text, std::string_view column)
{
    std::string_view names;
    while (!text.empty()) {
        std::string_view line = nextLine(text);
        if (!line.starts_with("Tcp:"))
            continue;
        if (names.empty()) {
            names = line;
            continue;
        }
        while (!names.empty() && !line.empty()) {
            const std::string_view value = nextWord(line);
            if (nextWord(names) == column)
                return parseCount(value);
        }
    }
    return std::nullopt;
}

bool isLoopback(const SystemRoot& root, const std::string& name)
{
    constexpr std::uint64_t loopbackFlag = 0x8; // IFF_LOOPBACK
    const auto flags = KernelFile(root.path("sys/class/net/" + name + "/flags")).readCount();
    return flags && (*flags & loopbackFlag) != 0;
}

/// One network interface: bytes, packets, errors, drops, speed and state. Used by NetworkCollector, which passes it its
/// line of /proc/net/dev.
class NetworkInterface
{
public:
    NetworkInterface(const SystemRoot& root, std::string name)
        : m_name(std::move(name)),
          m_flags(root.path("sys/class/net/" + m_name + "/flags")),
          m_operationState(root.path("sys/class/net/" + m_name + "/operstate")),
          m_speed(root.path("sys/class/net/" + m_name + "/speed"))
    { }

    [[nodiscard]] const std::string& name() const { return m_name; }

    /// Reads the speed. Not for every tick, because it takes a lock in the kernel.
    void readSpeed() { m_bitsPerSecond = askSpeed(); }
    /// Whether the speed has changed since it was read.
    [[nodiscard]] bool hasNewSpeed() { return m_bitsPerSecond != askSpeed(); }

    void declare(LayoutBuilder& layout)
    {
        m_entity = layout.addEntity(EntityKind::Port, m_name);
        const auto add = [&](std::string_view metric) {
            return layout.add(metric, m_entity);
        };
        m_receiveSlot = layout.addWithPeak(metrics::port::receive, m_entity);
        m_transmitSlot = layout.addWithPeak(metrics::port::transmit, m_entity);
        m_receivePacketsSlot = add(metrics::port::receivePackets);
        m_transmitPacketsSlot = add(metrics::port::transmitPackets);
        m_receiveErrorsSlot = add(metrics::port::receiveErrors);
        m_transmitErrorsSlot = add(metrics::port::transmitErrors);
        m_receiveDropsSlot = add(metrics::port::receiveDrops);
        m_transmitDropsSlot = add(metrics::port::transmitDrops);
        m_receiveErrorsTotalSlot = add(metrics::port::receiveErrorsTotal);
        m_transmitErrorsTotalSlot = add(metrics::port::transmitErrorsTotal);
        m_receiveDropsTotalSlot = add(metrics::port::receiveDropsTotal);
        m_transmitDropsTotalSlot = add(metrics::port::transmitDropsTotal);
        m_upSlot = add(metrics::port::up);
        m_rateSlot = m_bitsPerSecond ? add(metrics::port::rate) : Slot();
        m_utilisationSlot = m_bitsPerSecond ? layout.addWithPeak(metrics::port::utilisation, m_entity) : PeakSlot();
    }

    /// @param fields of its line in /proc/net/dev, after the name
    void sampleFast(std::string_view fields, TimePoint now)
    {
        const InterfaceCounts counts(fields);
        m_received.sampleFast(counts.receivedBytes, now);
        m_sent.sampleFast(counts.sentBytes, now);
    }

    void sampleCounts(std::string_view fields, TimePoint now, TickWriter& tick)
    {
        const InterfaceCounts counts(fields);
        const MeanAndPeak received = m_received.sampleTick(counts.receivedBytes, now);
        const MeanAndPeak sent = m_sent.sampleTick(counts.sentBytes, now);
        tick.set(m_receiveSlot, received);
        tick.set(m_transmitSlot, sent);
        tick.set(m_receivePacketsSlot, m_receivedPackets.sample(counts.receivedPackets, now));
        tick.set(m_transmitPacketsSlot, m_sentPackets.sample(counts.sentPackets, now));
        tick.set(m_receiveErrorsSlot, m_receiveErrors.sample(counts.receiveErrors, now));
        tick.set(m_transmitErrorsSlot, m_sendErrors.sample(counts.sendErrors, now));
        tick.set(m_receiveDropsSlot, m_receiveDrops.sample(counts.receiveDrops, now));
        tick.set(m_transmitDropsSlot, m_sendDrops.sample(counts.sendDrops, now));
        tick.set(m_receiveErrorsTotalSlot, static_cast<double>(counts.receiveErrors));
        tick.set(m_transmitErrorsTotalSlot, static_cast<double>(counts.sendErrors));
        tick.set(m_receiveDropsTotalSlot, static_cast<double>(counts.receiveDrops));
        tick.set(m_transmitDropsTotalSlot, static_cast<double>(counts.sendDrops));
        if (!m_bitsPerSecond)
            return;
        tick.set(m_rateSlot, *m_bitsPerSecond);
        // std::optional orders nullopt before every value, so the maximum is the known direction with more traffic.
        const MeanAndPeak busier{std::max(received.mean, sent.mean), std::max(received.peak, sent.peak)};
        tick.set(m_utilisationSlot, busier, 8.0 / *m_bitsPerSecond);
    }

    void sampleState(TickWriter& tick)
    {
        constexpr std::uint64_t administrativelyUp = 0x1; // IFF_UP
        const auto flags = m_flags.readCount();
        const std::string_view state = trimmed(m_operationState.read(m_buffer));
        if (state.empty() || !flags || (*flags & administrativelyUp) == 0) {
            m_isUp.reset(); // administratively down is not a fault
            return;
        }
        const bool isUp = state == "up" || state == "unknown"; // tunnels have no state
        tick.set(m_upSlot, isUp ? 1.0 : 0.0);
        if (m_isUp && *m_isUp != isUp)
            tick.addEvent(isUp ? Severity::Information : Severity::Warning, m_entity,
                          isUp ? codes::portUp : codes::portDown,
                          fmt::format("Port {} is {}.", m_name, isUp ? "up again" : "down"));
        m_isUp = isUp;
    }

private:
    [[nodiscard]] std::optional<double> askSpeed()
    {
        const auto megabits = m_speed.readNumber();
        return megabits && *megabits > 0 ? std::optional(static_cast<double>(*megabits) * 1e6) : std::nullopt;
    }

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
    NetworkCollector(const SystemRoot& root, std::vector<std::string> ignored)
        : m_root(root),
          m_ignored(std::move(ignored)),
          m_devices(root.path("proc/net/dev")),
          m_protocols(root.path("proc/net/snmp"))
    { }

    [[nodiscard]] std::string_view name() const override { return "network"; }
    [[nodiscard]] InventoryItem detect() override
    {
        std::vector<NetworkInterface> interfaces;
        const std::vector<std::string> found = interfaceNames();
        for (const std::string& name : found) {
            NetworkInterface* known = findInterface(name);
            interfaces.push_back(known ? std::move(*known) : NetworkInterface(m_root, name));
            interfaces.back().readSpeed();
        }
        m_interfaces = std::move(interfaces);
        if (m_interfaces.empty())
            return off(m_root.path("sys/class/net") + " has no interfaces other than ignored ones");
        InventoryItem item = active(fmt::format("{}", fmt::join(found, ", ")));
        for (const std::string& name : found) {
            if (const std::string mtu = readLine(m_root.path("sys/class/net/" + name + "/mtu")); !mtu.empty())
                item.properties.push_back({"MTU of " + name, mtu});
        }
        return item;
    }

    [[nodiscard]] bool hasChanged() override
    {
        return !std::ranges::equal(m_interfaces, interfaceNames(), {}, &NetworkInterface::name)
            || std::ranges::any_of(m_interfaces, &NetworkInterface::hasNewSpeed);
    }

    void declare(LayoutBuilder& layout) override
    {
        if (m_interfaces.empty())
            return;
        m_retransmitsSlot = layout.add(metrics::node::tcpRetransmits);
        for (NetworkInterface& interface : m_interfaces)
            interface.declare(layout);
    }

    void sampleFast(TimePoint now) override
    {
        forEachLine([&](NetworkInterface& interface, std::string_view fields) { interface.sampleFast(fields, now); });
    }

    void sample(TimePoint now, TickWriter& tick) override
    {
        forEachLine(
            [&](NetworkInterface& interface, std::string_view fields) { interface.sampleCounts(fields, now, tick); });
        for (NetworkInterface& interface : m_interfaces)
            interface.sampleState(tick);
        sampleRetransmits(now, tick);
    }

private:
    [[nodiscard]] std::vector<std::string> interfaceNames() const
    {
        std::vector<std::string> names = entriesOf(m_root.path("sys/class/net"));
        std::erase_if(names, [&](const std::string& name) {
            const bool isInterface
                // Excludes files such as "bonding_masters"
                = pathExists(m_root.path("sys/class/net/" + name + "/operstate"));
            return !isInterface || isLoopback(m_root, name)
                || std::ranges::any_of(m_ignored, [&](const std::string& prefix) { return name.starts_with(prefix); });
        });
        // Traffic of a bond, VLAN or tunnel also passes a physical device and would count twice. A container has no
        // physical devices.
        const auto isVirtual = [&](const std::string& name) {
            return !pathExists(m_root.path("sys/class/net/" + name + "/device"));
        };
        if (!std::ranges::all_of(names, isVirtual))
            std::erase_if(names, isVirtual);
        return names;
    }

    NetworkInterface* findInterface(std::string_view name)
    {
        const auto found = std::ranges::find(m_interfaces, name, &NetworkInterface::name);
        return found == m_interfaces.end() ? nullptr : &*found;
    }

    /// Calls visit(interface, fields) for each line of /proc/net/dev of a known interface.
    template <class Visit>
    void forEachLine(Visit visit)
    {
        std::string_view text = m_interfaces.empty() ? std::string_view() : m_devices.read(m_buffer);
        while (!text.empty()) {
            const std::string_view line = nextLine(text);
            const std::size_t colon = line.rfind(':'); // an alias such as "eth0:1" contains a colon
            if (colon == std::string_view::npos)
                continue;
            if (NetworkInterface* interface = findInterface(trimmed(line.substr(0, colon))))
                visit(*interface, line.substr(colon + 1));
        }
    }

    void sampleRetransmits(TimePoint now, TickWriter& tick)
    {
        if (m_interfaces.empty())
            return;
        if (const auto segments = tcpCount(m_protocols.read(m_buffer), "RetransSegs"))
            tick.set(m_retransmitsSlot, m_retransmits.sample(*segments, now));
    }

    SystemRoot m_root;
    std::vector<std::string> m_ignored;
    KernelFile m_devices;
    KernelFile m_protocols;
    std::string m_buffer;
    std::vector<NetworkInterface> m_interfaces;
    CounterRate m_retransmits;
    Slot m_retransmitsSlot;
};

} // namespace

std::unique_ptr<Collector> makeNetworkCollector(const SystemRoot& root, std::vector<std::string> ignored)
{
    return std::make_unique<NetworkCollector>(root, std::move(ignored));
}

} // namespace lockstep
