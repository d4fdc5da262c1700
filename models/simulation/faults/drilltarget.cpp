// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/simulation/faults/drilltarget.h"

#include "models/simulation/fabric/fabricreporter.h"

#include <fmt/format.h>

#include <algorithm>

namespace lockstep::sim {

namespace {

/// The rack that a fault means. Recirculation hurts where air cools: a cluster's n-th rack without a loop, if it has
/// any.
std::uint32_t pickRack(const DrillFault& fault, const ClusterSpec& spec)
{
    std::vector<std::uint32_t> choices;
    for (std::uint32_t rack = 0; rack < spec.racks.size(); ++rack) {
        if (fault.kind != FaultKind::HotAisleRecirculation || spec.racks[rack].loop.empty())
            choices.push_back(rack);
    }
    const std::uint32_t wanted = fault.target.rack.value_or(0);
    if (choices.empty())
        return wanted % static_cast<std::uint32_t>(spec.racks.size());
    return choices[wanted % choices.size()];
}

/// A hot aisle is shared: the rack and its neighbours in the row.
std::vector<std::uint32_t> racksOf(const DrillFault& fault, const ClusterSpec& spec)
{
    const std::uint32_t rack = pickRack(fault, spec);
    std::vector<std::uint32_t> racks{rack};
    for (std::uint32_t other = 0; fault.kind == FaultKind::HotAisleRecirculation && other < spec.racks.size();
         ++other) {
        const auto apart = static_cast<std::int64_t>(spec.racks[other].positionInRow) - spec.racks[rack].positionInRow;
        if (spec.racks[other].row == spec.racks[rack].row && (apart == 1 || apart == -1))
            racks.push_back(other);
    }
    return racks;
}

} // namespace

ResolvedTarget resolveTarget(const DrillFault& fault, const ClusterSpec& spec, const FatTree& tree)
{
    const FaultTarget& target = fault.target;
    ResolvedTarget found;
    found.node = target.node.value_or(0) % static_cast<std::uint32_t>(spec.nodes.size());
    found.gpu = found.node * spec.gpusPerNode + target.gpu.value_or(0) % spec.gpusPerNode;
    found.gpus = {found.gpu};
    if (!target.gpu && fault.kind == FaultKind::BlockedColdPlate) {
        found.gpus.clear();
        for (std::uint32_t slot = 0; slot < spec.gpusPerNode; ++slot)
            found.gpus.push_back(found.node * spec.gpusPerNode + slot);
    }
    found.racks = racksOf(fault, spec);
    found.loop = spec.loops.empty() ? 0 : target.loop.value_or(0) % static_cast<std::uint32_t>(spec.loops.size());
    found.job = spec.jobs.empty() ? 0 : target.job.value_or(0) % static_cast<std::uint32_t>(spec.jobs.size());
    found.service
        = spec.serving.empty() ? 0 : target.service.value_or(0) % static_cast<std::uint32_t>(spec.serving.size());

    const std::uint32_t rail = target.rail.value_or(0) % tree.rails;
    found.isNic = target.node.has_value() && !target.leaf.has_value();
    found.nic = tree.nic(found.node, rail);
    const std::uint32_t firstLeaf = rail * tree.leavesPerRail();
    for (std::uint32_t leaf = 0; leaf < tree.leavesPerRail(); ++leaf) {
        if (!target.leaf || *target.leaf % tree.leavesPerRail() == leaf)
            found.leaves.push_back(firstLeaf + leaf);
    }
    const std::uint32_t spine = target.spine.value_or(0) % tree.spinesPerRail;
    for (const std::uint32_t leaf : found.leaves)
        found.uplinks.push_back(tree.uplink(leaf, spine));
    return found;
}

std::vector<std::string> targetNames(const DrillFault& fault, const ClusterSpec& spec, const FatTree& tree)
{
    const ResolvedTarget target = resolveTarget(fault, spec, tree);
    const auto& nodeName = spec.nodes[target.node].name;
    const std::uint32_t rail = fault.target.rail.value_or(0) % tree.rails;
    std::vector<std::string> names;
    switch (fault.kind) {
    case FaultKind::PumpDegradation:
        return {spec.loops.empty() ? std::string() : spec.loops[target.loop].name};
    case FaultKind::BlockedColdPlate:
        for (const std::uint32_t gpu : target.gpus)
            names.push_back(fmt::format("{}/gpu{}", nodeName, gpu % spec.gpusPerNode));
        return names;
    case FaultKind::HotAisleRecirculation:
    case FaultKind::RackPowerCap:
        for (const std::uint32_t rack : target.racks)
            names.push_back("rack " + spec.racks[rack].name);
        return names;
    case FaultKind::SlowGpu:
    case FaultKind::MemoryErrors:
    case FaultKind::GpuOffBus:
        return {fmt::format("{}/gpu{}", nodeName, target.gpu % spec.gpusPerNode)};
    case FaultKind::FlappingLink:
        if (!target.isNic) {
            for (const std::uint32_t uplink : target.uplinks)
                names.push_back(FabricReporter::leafName(tree, tree.leafOfUplink(uplink))
                                + "/to:" + FabricReporter::spineName(rail, tree.spineInRailOfUplink(uplink)));
            return names;
        }
        [[fallthrough]];
    case FaultKind::NicDown:
        return {fmt::format("{}/mlx5_{}/1", nodeName, rail)};
    case FaultKind::HashPolarisation:
        for (const std::uint32_t leaf : target.leaves)
            names.push_back(FabricReporter::leafName(tree, leaf));
        return names;
    case FaultKind::CongestedSpine:
        return {FabricReporter::spineName(rail, fault.target.spine.value_or(0) % tree.spinesPerRail)};
    case FaultKind::StorageContention:
        return {"shared storage"};
    case FaultKind::ClockDrift:
    case FaultKind::RestartLoop:
        return {nodeName};
    case FaultKind::NoisyNeighbour:
        return {spec.jobs.empty() ? std::string() : "job " + spec.jobs[target.job].name};
    case FaultKind::RoutingImbalance:
        return {spec.serving.empty() ? std::string() : "service " + spec.serving[target.service].name};
    }
    return {};
}

} // namespace lockstep::sim
