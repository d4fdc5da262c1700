// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/kernel/networkcollector.h"

#include "datasources/collectors/kernel/files/kerneltext.h"
#include "models/core/metrics/metricnames.h"

#include <fmt/format.h>

#include <algorithm>

namespace lockstep {

namespace {

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
        return !isInterface || isLoopback(m_root, name)
            || std::ranges::any_of(m_ignored, [&](const std::string& prefix) { return name.starts_with(prefix); });
    });
    // What goes over a bond, a VLAN or a tunnel goes over a device too and would count twice. A container has none.
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
    return active(fmt::format("{}", fmt::join(found, ", ")));
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
        const std::size_t colon = line.rfind(':'); // an alias such as "eth0:1" has a colon of its own
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
