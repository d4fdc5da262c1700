// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/thermal/coolingmap.h"

#include "models/analysis/thermal/peers.h"
#include "models/core/textparts.h"
#include "models/core/topology/reporters.h"

#include <algorithm>
#include <map>
#include <string>

namespace lockstep {

namespace {

constexpr std::uint32_t coolings = 3; ///< by liquid, by air, and unknown
constexpr std::uint32_t maxSlots = 256;

/// Numbers the models of GPUs, by node; nodes without an identity have one common model.
std::vector<std::uint32_t> gpuModelsOf(const Topology& topology)
{
    std::map<std::string, std::uint32_t> numbers;
    std::vector<std::uint32_t> models;
    for (std::uint32_t node = 0; node < topology.count(EntityKind::Node); ++node) {
        const NodeIdentity* const identity = topology.identity({EntityKind::Node, node});
        const std::string model(identity == nullptr ? std::string_view() : identity->property(properties::gpuModel));
        models.push_back(numbers.try_emplace(model, static_cast<std::uint32_t>(numbers.size())).first->second);
    }
    return models;
}

void takeSensor(NodeCooling& cooling, const Topology& topology, EntityRef sensor)
{
    constexpr std::string_view coolantWord = "coolant ";
    const std::string& name = topology.name(sensor);
    const auto takeFirst = [&](std::uint32_t& place) {
        if (place == NodeCooling::none)
            place = sensor.index;
    };
    if (containsText(name, "coolant")) {
        takeFirst(cooling.coolant);
        const bool namesLoop = name.size() > coolantWord.size() && containsText(name.substr(0, 8), coolantWord);
        const EntityRef loop
            = namesLoop ? topology.find(EntityKind::Loop, {}, name.substr(coolantWord.size())) : EntityRef{};
        if (loop.isValid())
            cooling.loop = loop.index;
    } else if (containsText(name, "inlet")) {
        takeFirst(cooling.inlet);
    } else if (containsText(name, "exhaust") || containsText(name, "outlet")) {
        takeFirst(cooling.exhaust);
    }
}

} // namespace

CoolingMap::CoolingMap(const Topology& topology)
    : m_nodes(topology.count(EntityKind::Node)),
      m_nodeOfGpu(topology.count(EntityKind::Gpu), NodeCooling::none),
      m_gpusOfNode(m_nodes.size()),
      m_peerGroups(topology.count(EntityKind::Gpu), PeerComparison::alone)
{
    const std::vector<std::uint32_t> models = gpuModelsOf(topology);
    for (std::uint32_t node = 0; node < m_nodes.size(); ++node) {
        std::uint32_t slot = 0;
        const auto children = topology.children({EntityKind::Node, node});
        for (const EntityRef child : children) {
            if (child.kind == EntityKind::Sensor)
                takeSensor(m_nodes[node], topology, child);
        }
        NodeCooling& cooling = m_nodes[node];
        cooling.isPlaced = knownRackOf(topology, {EntityKind::Node, node}).isValid();
        const std::uint32_t kind = cooling.coolant != NodeCooling::none ? 2
            : cooling.inlet != NodeCooling::none                        ? 1
                                                                        : 0;
        for (const EntityRef child : children) {
            if (child.kind != EntityKind::Gpu)
                continue;
            m_nodeOfGpu[child.index] = node;
            m_gpusOfNode[node].push_back(child.index);
            m_peerGroups[child.index] = (models[node] * maxSlots + std::min(slot++, maxSlots - 2)) * coolings + kind;
        }
    }
    groupByLoop(topology);
}

void CoolingMap::groupByLoop(const Topology& topology)
{
    // Racks are named by the loop, or loops by a node's sensor.
    std::vector<std::uint32_t> loopOfRack(topology.count(EntityKind::Rack), NodeCooling::none);
    for (std::uint32_t loop = 0; loop < topology.count(EntityKind::Loop); ++loop) {
        for (const EntityRef rack : topology.served({EntityKind::Loop, loop}))
            loopOfRack[rack.index] = loop;
    }
    const std::size_t gpus = m_peerGroups.size();
    m_coolingGroups.resize(gpus, PeerComparison::alone);
    m_comparesSlots.resize(gpus, 1);
    m_isLiquid.resize(gpus, 0);
    std::vector<std::uint32_t> wholes(gpus, PeerComparison::alone);
    std::map<std::uint32_t, std::size_t> sizes;
    const auto places = coolings + 1 + static_cast<std::uint32_t>(topology.count(EntityKind::Loop));
    for (std::uint32_t gpu = 0; gpu < gpus; ++gpu) {
        if (m_nodeOfGpu[gpu] == NodeCooling::none)
            continue;
        const NodeCooling& cooling = m_nodes[m_nodeOfGpu[gpu]];
        const EntityRef rack = topology.ancestor({EntityKind::Node, m_nodeOfGpu[gpu]}, EntityKind::Rack);
        m_isLiquid[gpu] = cooling.coolant != NodeCooling::none ? 1 : 0;
        std::uint32_t loop = cooling.loop;
        if (loop == NodeCooling::none && m_isLiquid[gpu] != 0 && rack.isValid())
            loop = loopOfRack[rack.index];
        const std::uint32_t place = m_isLiquid[gpu] == 0 ? m_peerGroups[gpu] % coolings
            : loop == NodeCooling::none                  ? coolings
                                                         : coolings + 1 + loop;
        const std::uint32_t modelAndSlot = m_peerGroups[gpu] / coolings;
        const std::uint32_t first = (modelAndSlot / maxSlots * places + place) * maxSlots;
        wholes[gpu] = first + maxSlots - 1;
        m_coolingGroups[gpu] = first + modelAndSlot % maxSlots;
        ++sizes[m_coolingGroups[gpu]];
    }
    for (std::uint32_t gpu = 0; gpu < gpus; ++gpu) {
        // Slots differ between the GPUs of one node. All nodes of the site give the best estimate of this difference.
        const bool isEnough = sizes[m_coolingGroups[gpu]] >= PeerComparison::minPeers && hasReference(gpu);
        if (m_coolingGroups[gpu] == PeerComparison::alone || isEnough)
            continue;
        m_coolingGroups[gpu] = wholes[gpu];
        m_comparesSlots[gpu] = 0;
    }
}

} // namespace lockstep
