// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/thermal/coolingmap.h"

#include "models/analysis/thermal/peers.h"

#include <algorithm>
#include <cctype>
#include <string>

namespace lockstep {

namespace {

bool contains(const std::string& name, std::string_view word)
{
    const auto same = [](char a, char b) {
        return std::tolower(static_cast<unsigned char>(a)) == b;
    };
    return !std::ranges::search(name, word, same).empty();
}

void takeSensor(NodeCooling& cooling, const Topology& topology, EntityRef sensor)
{
    constexpr std::string_view coolantWord = "coolant ";
    const std::string& name = topology.name(sensor);
    const auto takeFirst = [&](std::uint32_t& place) {
        if (place == NodeCooling::none)
            place = sensor.index;
    };
    if (contains(name, "coolant")) {
        takeFirst(cooling.coolant);
        const bool namesLoop = name.size() > coolantWord.size() && contains(name.substr(0, 8), coolantWord);
        const EntityRef loop
            = namesLoop ? topology.find(EntityKind::Loop, {}, name.substr(coolantWord.size())) : EntityRef{};
        if (loop.isValid())
            cooling.loop = loop.index;
    } else if (contains(name, "inlet")) {
        takeFirst(cooling.inlet);
    } else if (contains(name, "exhaust") || contains(name, "outlet")) {
        takeFirst(cooling.exhaust);
    }
}

} // namespace

CoolingMap::CoolingMap(const Topology& topology)
    : m_nodes(topology.count(EntityKind::Node)),
      m_nodeOfGpu(topology.count(EntityKind::Gpu), NodeCooling::none),
      m_peerGroups(topology.count(EntityKind::Gpu), PeerComparison::alone)
{
    for (std::uint32_t node = 0; node < m_nodes.size(); ++node) {
        std::uint32_t slot = 0;
        const auto children = topology.children({EntityKind::Node, node});
        for (const EntityRef child : children) {
            if (child.kind == EntityKind::Sensor)
                takeSensor(m_nodes[node], topology, child);
        }
        const NodeCooling& cooling = m_nodes[node];
        const std::uint32_t kind = cooling.coolant != NodeCooling::none ? 2
            : cooling.inlet != NodeCooling::none                        ? 1
                                                                        : 0;
        for (const EntityRef child : children) {
            if (child.kind != EntityKind::Gpu)
                continue;
            m_nodeOfGpu[child.index] = node;
            m_peerGroups[child.index] = slot++ * 3 + kind;
        }
    }
}

} // namespace lockstep
