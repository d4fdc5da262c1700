// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/networkcollector.h"

#include "datasources/collectors/kerneltext.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

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

} // namespace

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
            = pathExists(m_root.path("sys/class/net/" + name + "/operstate")); // not "bonding_masters"
        return !isInterface
            || std::ranges::any_of(m_ignored, [&](const std::string& prefix) { return name.starts_with(prefix); });
    });
    return names;
}

std::optional<double> NetworkCollector::speedOf(const std::string& interface) const
{
    const auto megabits = readNumber(m_root.path("sys/class/net/" + interface + "/speed"));
    return megabits && *megabits > 0 ? std::optional(static_cast<double>(*megabits) * 1e6) : std::nullopt;
}

NetworkCollector::Interface* NetworkCollector::findInterface(std::string_view name)
{
    const auto found = std::ranges::find(m_interfaces, name, &Interface::name);
    return found == m_interfaces.end() ? nullptr : &*found;
}

InventoryItem NetworkCollector::detect()
{
    std::vector<Interface> interfaces;
    std::vector<std::string> found = interfaceNames();
    for (const std::string& name : found) {
        Interface interface;
        if (Interface* known = findInterface(name)) {
            interface = std::move(*known);
        } else {
            interface.flags = KernelFile(m_root.path("sys/class/net/" + name + "/flags"));
            interface.operationState = KernelFile(m_root.path("sys/class/net/" + name + "/operstate"));
        }
        interface.name = name;
        interface.bitsPerSecond = speedOf(name);
        interfaces.push_back(std::move(interface));
    }
    m_interfaces = std::move(interfaces);
    if (m_interfaces.empty())
        return off(m_root.path("sys/class/net") + " has no interface that is not ignored");
    return active(fmt::format("{}", fmt::join(found, ", ")));
}

bool NetworkCollector::hasChanged()
{
    return !std::ranges::equal(m_interfaces, interfaceNames(), {}, &Interface::name)
        || std::ranges::any_of(m_interfaces, [&](const Interface& interface) {
               return interface.bitsPerSecond != speedOf(interface.name);
           });
}

void NetworkCollector::declare(LayoutBuilder& layout)
{
    if (m_interfaces.empty())
        return;
    m_retransmitsSlot = layout.add("node.tcp.retransmits");
    for (Interface& interface : m_interfaces) {
        interface.entity = layout.addEntity(EntityKind::Port, interface.name);
        const auto add = [&](std::string_view metric) {
            return layout.add(metric, interface.entity);
        };
        interface.receiveSlot = layout.addWithPeak("port.receive", interface.entity);
        interface.transmitSlot = layout.addWithPeak("port.transmit", interface.entity);
        interface.receivePacketsSlot = add("port.receive_packets");
        interface.transmitPacketsSlot = add("port.transmit_packets");
        interface.receiveErrorsSlot = add("port.receive_errors");
        interface.transmitErrorsSlot = add("port.transmit_errors");
        interface.receiveDropsSlot = add("port.receive_drops");
        interface.transmitDropsSlot = add("port.transmit_drops");
        interface.upSlot = add("port.up");
        interface.rateSlot = {};
        interface.utilisationSlot = {};
        if (interface.bitsPerSecond) {
            interface.rateSlot = add("port.rate");
            interface.utilisationSlot = layout.addWithPeak("port.utilisation", interface.entity);
        }
    }
}

template <class Visit>
void NetworkCollector::forEachLine(Visit visit)
{
    std::string_view text = m_interfaces.empty() ? std::string_view() : m_devices.read(m_buffer);
    while (!text.empty()) {
        const std::string_view line = nextLine(text);
        const std::size_t colon = line.rfind(':'); // an alias such as "eth0:1" has a colon of its own
        if (colon == std::string_view::npos)
            continue;
        if (Interface* interface = findInterface(trimmed(line.substr(0, colon))))
            visit(*interface, line.substr(colon + 1));
    }
}

void NetworkCollector::sampleFast(TimePoint now)
{
    forEachLine([&](Interface& interface, std::string_view fields) {
        const InterfaceCounts counts(fields);
        interface.received.sampleFast(counts.receivedBytes, now);
        interface.sent.sampleFast(counts.sentBytes, now);
    });
}

void NetworkCollector::sample(TimePoint now, TickWriter& tick)
{
    forEachLine([&](Interface& interface, std::string_view fields) { sampleInterface(interface, fields, now, tick); });
    for (Interface& interface : m_interfaces)
        sampleState(interface, tick);
    sampleRetransmits(now, tick);
}

void NetworkCollector::sampleInterface(Interface& interface, std::string_view fields, TimePoint now, TickWriter& tick)
{
    const InterfaceCounts counts(fields);
    const MeanAndPeak received = interface.received.sampleTick(counts.receivedBytes, now);
    const MeanAndPeak sent = interface.sent.sampleTick(counts.sentBytes, now);
    tick.set(interface.receiveSlot, received);
    tick.set(interface.transmitSlot, sent);
    tick.set(interface.receivePacketsSlot, interface.receivedPackets.sample(counts.receivedPackets, now));
    tick.set(interface.transmitPacketsSlot, interface.sentPackets.sample(counts.sentPackets, now));
    tick.set(interface.receiveErrorsSlot, interface.receiveErrors.sample(counts.receiveErrors, now));
    tick.set(interface.transmitErrorsSlot, interface.sendErrors.sample(counts.sendErrors, now));
    tick.set(interface.receiveDropsSlot, interface.receiveDrops.sample(counts.receiveDrops, now));
    tick.set(interface.transmitDropsSlot, interface.sendDrops.sample(counts.sendDrops, now));
    if (!interface.bitsPerSecond)
        return;
    tick.set(interface.rateSlot, *interface.bitsPerSecond);
    // std::optional compares nullopt below every value, so the busier direction that is known wins.
    const MeanAndPeak busier{std::max(received.mean, sent.mean), std::max(received.peak, sent.peak)};
    tick.set(interface.utilisationSlot, busier, 8.0 / *interface.bitsPerSecond);
}

void NetworkCollector::sampleState(Interface& interface, TickWriter& tick)
{
    constexpr std::uint64_t administrativelyUp = 0x1; // IFF_UP
    const auto flags = interface.flags.readCount();
    const std::string_view state = trimmed(interface.operationState.read(m_buffer));
    if (state.empty() || !flags || (*flags & administrativelyUp) == 0) {
        interface.isUp.reset(); // somebody switched it off: that is no fault
        return;
    }
    const bool isUp = state == "up" || state == "unknown"; // loopback and tunnels have no state of their own
    tick.set(interface.upSlot, isUp ? 1.0 : 0.0);
    if (interface.isUp && *interface.isUp != isUp)
        tick.addEvent(isUp ? Severity::Information : Severity::Warning, interface.entity,
                      isUp ? "port.up" : "port.down",
                      fmt::format("Port {} is {}.", interface.name, isUp ? "up again" : "down"));
    interface.isUp = isUp;
}

void NetworkCollector::sampleRetransmits(TimePoint now, TickWriter& tick)
{
    if (m_interfaces.empty())
        return;
    if (const auto segments = tcpCount(m_protocols.read(m_buffer), "RetransSegs"))
        tick.set(m_retransmitsSlot, m_retransmits.sample(*segments, now));
}

} // namespace lockstep
