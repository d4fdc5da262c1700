// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/fabric/flowfollower.h"

#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

constexpr std::int64_t reportsForNs = 60'000'000'000; ///< validity of a collective's bandwidth
constexpr float bitsPerByte = 8;

/// Bytes per second of the slowest port; NaN if unknown. @param lineRates by port, bits per second
float slowestOf(std::span<const std::uint32_t> ports, std::span<const float> lineRates)
{
    float slowest = noData;
    for (const std::uint32_t port : ports) {
        const float rate = port < lineRates.size() ? lineRates[port] / bitsPerByte : noData;
        slowest = std::isnan(slowest) || rate < slowest ? rate : slowest;
    }
    return slowest;
}

} // namespace

void addNicsOfGpu(const Topology& topology, EntityRef gpu, std::vector<std::uint32_t>& nics)
{
    const EntityRef node = topology.ancestor(gpu, EntityKind::Node);
    if (!node.isValid())
        return;
    std::size_t gpus = 0;
    std::size_t slot = 0;
    const std::size_t first = nics.size();
    for (const EntityRef child : topology.children(node)) {
        if (child == gpu)
            slot = gpus;
        gpus += child.kind == EntityKind::Gpu ? 1 : 0;
        if (child.kind == EntityKind::Port && topology.peer(child).isValid())
            nics.push_back(child.index);
    }
    if (nics.size() - first == gpus && gpus > 1) {
        nics[first] = nics[first + slot];
        nics.resize(first + 1);
    }
}

void FlowRoster::clear()
{
    m_entityOfLane.clear();
    m_members.clear();
}

const FlowMembers& FlowRoster::membersOf(const CommunicatorBandwidth& communicator, const Topology& topology)
{
    if (topology.version() != m_topologyVersion) {
        m_topologyVersion = topology.version();
        m_members.clear();
    }
    FlowMembers& members = m_members[communicator.communicator];
    if (!members.gpus || members.gpus->size() != communicator.lanes.size())
        members = lookUp(communicator, topology);
    return members;
}

FlowMembers FlowRoster::lookUp(const CommunicatorBandwidth& communicator, const Topology& topology) const
{
    auto gpus = std::make_shared<std::vector<EntityRef>>();
    FlowMembers members;
    EntityRef firstNode;
    for (const std::uint32_t lane : communicator.lanes) {
        const EntityRef gpu = lane < m_entityOfLane.size() ? m_entityOfLane[lane] : EntityRef{};
        const bool isGpu = gpu.isValid() && gpu.kind == EntityKind::Gpu && topology.contains(gpu);
        gpus->push_back(isGpu ? gpu : EntityRef{});
        if (!isGpu)
            continue;
        const EntityRef node = topology.ancestor(gpu, EntityKind::Node);
        members.crossesNodes |= firstNode.isValid() && node != firstNode;
        firstNode = node;
        addNicsOfGpu(topology, gpu, members.nics);
    }
    std::ranges::sort(members.nics);
    const auto repeated = std::ranges::unique(members.nics);
    members.nics.erase(repeated.begin(), repeated.end());
    members.gpus = std::move(gpus);
    return members;
}

void FlowFollower::clear()
{
    m_tracker.clear();
    m_roster.clear();
}

std::vector<CommunicatorFlow> FlowFollower::flows(std::int64_t nowNs, const Topology& topology,
                                                  std::span<const float> lineRates)
{
    std::vector<CommunicatorFlow> flows;
    for (const CommunicatorBandwidth* reached : m_tracker.bandwidths()) {
        if (reached->busBandwidth <= 0 || nowNs - reached->endNs > reportsForNs)
            continue;
        const FlowMembers& members = m_roster.membersOf(*reached, topology);
        flows.push_back({reached->communicator, members.crossesNodes, static_cast<float>(reached->busBandwidth),
                         slowestOf(members.nics, lineRates), static_cast<float>(reached->traffic(nowNs)),
                         members.gpus});
    }
    return flows;
}

std::optional<CollectivePart> collectivePart(std::uint32_t lane, const StoredSpan& span, std::string_view op)
{
    if (span.spanKind() != SpanKind::Collective || span.communicator == 0 || span.bytes < CollectiveTracker::minBytes)
        return std::nullopt;
    return CollectivePart{lane,       span.communicator, span.sequence, collectiveKindFromName(op),
                          span.bytes, span.durationNs,   span.endNs()};
}

} // namespace lockstep
