// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/fabric/flowfollower.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace lockstep {

namespace {

constexpr std::size_t maxPending = 4; ///< incomplete collectives per communicator
constexpr double minSeconds = 5; ///< of observation before traffic is reported
constexpr double nsPerSecond = 1e9;

double kept(std::int64_t fromNs, std::int64_t toNs)
{
    return std::exp(static_cast<double>(std::min<std::int64_t>(fromNs - toNs, 0)) / nsPerSecond
                    / CommunicatorBandwidth::trafficSeconds);
}

void addTraffic(CommunicatorBandwidth& result, const CollectivePart& part, std::uint32_t ranks)
{
    const double bytes = busBandwidthFactor(part.kind, ranks) * static_cast<double>(part.bytes);
    if (bytes <= 0)
        return;
    result.firstEndNs = result.firstEndNs == 0 ? part.endNs : std::min(result.firstEndNs, part.endNs);
    if (part.endNs >= result.lastEndNs) {
        result.passedBytes = result.passedBytes * kept(result.lastEndNs, part.endNs) + bytes;
        result.lastEndNs = part.endNs;
    } else {
        result.passedBytes += bytes * kept(part.endNs, result.lastEndNs);
    }
}

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

/// Adds the NIC in a GPU's slot if its node has as many NICs as GPUs, otherwise all NICs of the node. Skips NICs whose
/// far end is unknown.
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

} // namespace

double CommunicatorBandwidth::traffic(std::int64_t nowNs) const
{
    const double seconds = static_cast<double>(nowNs - firstEndNs) / nsPerSecond;
    if (firstEndNs == 0 || seconds < minSeconds)
        return std::numeric_limits<double>::quiet_NaN();
    return passedBytes * kept(lastEndNs, nowNs) / (trafficSeconds * (1 - std::exp(-seconds / trafficSeconds)));
}

void CollectiveTracker::add(const CollectivePart& part)
{
    if (part.bytes < minBytes || part.durationNs <= 0)
        return;
    Communicator& communicator = m_communicators[part.communicator];
    communicator.result.communicator = part.communicator;
    std::vector<std::uint32_t>& lanes = communicator.result.lanes;
    const auto place = std::ranges::lower_bound(lanes, part.lane);
    const bool isNewMember = place == lanes.end() || *place != part.lane;
    if (isNewMember)
        lanes.insert(place, part.lane);

    auto& pending = communicator.pending;
    auto at = std::ranges::find(pending, part.sequence, &Pending::sequence);
    if (at == pending.end()) {
        if (pending.size() == maxPending)
            judge(communicator, 0);
        at = pending.insert(pending.end(), {part.sequence, 0, part});
    }
    ++at->parts;
    if (part.durationNs < at->shortest.durationNs)
        at->shortest = part;
    // While new members appear, it is unknown which ones are missing.
    if (!isNewMember && at->parts == lanes.size())
        judge(communicator, static_cast<std::size_t>(at - pending.begin()));
}

void CollectiveTracker::judge(Communicator& communicator, std::size_t at)
{
    const CollectivePart& shortest = communicator.pending[at].shortest;
    CommunicatorBandwidth& result = communicator.result;
    const auto ranks = static_cast<std::uint32_t>(result.lanes.size());
    const double bandwidth
        = busBandwidth(shortest.kind, ranks, shortest.bytes, std::chrono::nanoseconds(shortest.durationNs));
    if (ranks > 1 && bandwidth > 0 && shortest.endNs >= result.endNs) {
        result.busBandwidth = bandwidth;
        result.kind = shortest.kind;
        result.bytes = shortest.bytes;
        result.transferNs = shortest.durationNs;
        result.endNs = shortest.endNs;
    }
    if (ranks > 1)
        addTraffic(result, shortest, ranks);
    communicator.pending.erase(communicator.pending.begin() + static_cast<std::ptrdiff_t>(at));
}

std::vector<const CommunicatorBandwidth*> CollectiveTracker::bandwidths() const
{
    std::vector<const CommunicatorBandwidth*> found;
    for (const auto& [name, communicator] : m_communicators)
        found.push_back(&communicator.result);
    return found;
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
                         slowestOf(members.nics, lineRates), static_cast<float>(reached->traffic(nowNs)), members.gpus,
                         collectiveKindName(reached->kind), reached->bytes, reached->lanes.front()});
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
