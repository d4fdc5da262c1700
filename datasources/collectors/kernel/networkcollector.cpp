// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/kernel/networkcollector.h"

#include "datasources/collectors/kernel/files/kerneltext.h"
#include "models/core/eventcodes.h"
#include "models/core/metrics/metricnames.h"

#include <fmt/format.h>

#include <algorithm>

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

} // namespace

NetworkInterface::NetworkInterface(const SystemRoot& root, std::string name)
    : m_name(std::move(name)),
      m_flags(root.path("sys/class/net/" + m_name + "/flags")),
      m_operationState(root.path("sys/class/net/" + m_name + "/operstate")),
      m_speed(root.path("sys/class/net/" + m_name + "/speed"))
{ }

std::optional<double> NetworkInterface::askSpeed()
{
    const auto megabits = m_speed.readNumber();
    return megabits && *megabits > 0 ? std::optional(static_cast<double>(*megabits) * 1e6) : std::nullopt;
}

void NetworkInterface::declare(LayoutBuilder& layout)
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

void NetworkInterface::sampleFast(std::string_view fields, TimePoint now)
{
    const InterfaceCounts counts(fields);
    m_received.sampleFast(counts.receivedBytes, now);
    m_sent.sampleFast(counts.sentBytes, now);
}

void NetworkInterface::sampleCounts(std::string_view fields, TimePoint now, TickWriter& tick)
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
    // std::optional orders nullopt before every value, so the maximum is the busier known direction.
    const MeanAndPeak busier{std::max(received.mean, sent.mean), std::max(received.peak, sent.peak)};
    tick.set(m_utilisationSlot, busier, 8.0 / *m_bitsPerSecond);
}

void NetworkInterface::sampleState(TickWriter& tick)
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

NetworkCollector::NetworkCollector(const SystemRoot& root, std::vector<std::string> ignored)
    : m_root(root),
      m_ignored(std::move(ignored)),
      m_devices(root.path("proc/net/dev")),
      m_protocols(root.path("proc/net/snmp"))
{ }

std::vector<std::string> NetworkCollector::interfaceNames() const
{
    std::vector<std::string> names = entriesOf(m_root.path("sys/class/net"));
    std::erase_if(names, [&](const std::string& name) {
        const bool isInterface
            // Excludes files such as "bonding_masters"
            = pathExists(m_root.path("sys/class/net/" + name + "/operstate"));
        return !isInterface || isLoopback(m_root, name)
            || std::ranges::any_of(m_ignored, [&](const std::string& prefix) { return name.starts_with(prefix); });
    });
    // Traffic of a bond, VLAN or tunnel also passes a device and would count twice. A container has no devices.
    const auto isVirtual = [&](const std::string& name) {
        return !pathExists(m_root.path("sys/class/net/" + name + "/device"));
    };
    if (!std::ranges::all_of(names, isVirtual))
        std::erase_if(names, isVirtual);
    return names;
}

NetworkInterface* NetworkCollector::findInterface(std::string_view name)
{
    const auto found = std::ranges::find(m_interfaces, name, &NetworkInterface::name);
    return found == m_interfaces.end() ? nullptr : &*found;
}

InventoryItem NetworkCollector::detect()
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
        return off(m_root.path("sys/class/net") + " has no interface that is not ignored");
    InventoryItem item = active(fmt::format("{}", fmt::join(found, ", ")));
    for (const std::string& name : found) {
        if (const std::string mtu = readLine(m_root.path("sys/class/net/" + name + "/mtu")); !mtu.empty())
            item.properties.push_back({"MTU of " + name, mtu});
    }
    return item;
}

bool NetworkCollector::hasChanged()
{
    return !std::ranges::equal(m_interfaces, interfaceNames(), {}, &NetworkInterface::name)
        || std::ranges::any_of(m_interfaces, &NetworkInterface::hasNewSpeed);
}

void NetworkCollector::declare(LayoutBuilder& layout)
{
    if (m_interfaces.empty())
        return;
    m_retransmitsSlot = layout.add(metrics::node::tcpRetransmits);
    for (NetworkInterface& interface : m_interfaces)
        interface.declare(layout);
}

template <class Visit>
void NetworkCollector::forEachLine(Visit visit)
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

void NetworkCollector::sampleFast(TimePoint now)
{
    forEachLine([&](NetworkInterface& interface, std::string_view fields) { interface.sampleFast(fields, now); });
}

void NetworkCollector::sample(TimePoint now, TickWriter& tick)
{
    forEachLine(
        [&](NetworkInterface& interface, std::string_view fields) { interface.sampleCounts(fields, now, tick); });
    for (NetworkInterface& interface : m_interfaces)
        interface.sampleState(tick);
    sampleRetransmits(now, tick);
}

void NetworkCollector::sampleRetransmits(TimePoint now, TickWriter& tick)
{
    if (m_interfaces.empty())
        return;
    if (const auto segments = tcpCount(m_protocols.read(m_buffer), "RetransSegs"))
        tick.set(m_retransmitsSlot, m_retransmits.sample(*segments, now));
}

} // namespace lockstep
