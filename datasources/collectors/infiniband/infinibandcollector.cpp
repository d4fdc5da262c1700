// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/infiniband/infinibandcollector.h"

#include <fmt/format.h>

#include <algorithm>

namespace lockstep {

InfinibandCollector::InfinibandCollector(const SystemRoot& root) : m_folder(root.path("sys/class/infiniband")) { }

std::vector<std::string> InfinibandCollector::portNames() const
{
    std::vector<std::string> names;
    for (const std::string& device : entriesOf(m_folder))
        for (const std::string& port : entriesOf(m_folder + "/" + device + "/ports"))
            names.push_back(device + "/" + port);
    return names;
}

InventoryItem InfinibandCollector::detect()
{
    std::vector<InfinibandPort> ports;
    std::vector<std::string> found;
    for (const std::string& name : portNames()) {
        const auto known = std::ranges::find(m_ports, name, &InfinibandPort::name);
        const std::size_t slash = name.find('/');
        const std::string folder = m_folder + "/" + name.substr(0, slash) + "/ports/" + name.substr(slash + 1);
        ports.push_back(known != m_ports.end() ? std::move(*known) : InfinibandPort(name, folder));
        found.push_back(ports.back().counterCount() > 0
                            ? fmt::format("{} {}", name, ports.back().rateText())
                            : fmt::format("{} {}, without counters", name, ports.back().rateText()));
    }
    m_ports = std::move(ports);
    if (m_ports.empty())
        return off(pathExists(m_folder) ? m_folder + " has no ports" : m_folder + " is absent");
    return active(fmt::format("{}", fmt::join(found, "; ")));
}

bool InfinibandCollector::hasChanged()
{
    return !std::ranges::equal(m_ports, portNames(), {}, &InfinibandPort::name);
}

void InfinibandCollector::declare(LayoutBuilder& layout)
{
    for (InfinibandPort& port : m_ports)
        port.declare(layout);
}

void InfinibandCollector::sampleFast(TimePoint now)
{
    for (InfinibandPort& port : m_ports)
        port.sampleFast(now);
}

void InfinibandCollector::sample(TimePoint now, TickWriter& tick)
{
    for (InfinibandPort& port : m_ports)
        port.sample(now, tick);
}

} // namespace lockstep
