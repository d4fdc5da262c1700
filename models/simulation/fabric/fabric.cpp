// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/simulation/fabric/fabric.h"

#include "models/simulation/fabric/queueing.h"

#include <algorithm>

namespace lockstep::sim {

namespace {
constexpr float packetBytes = 4096;
constexpr float pausesPerSecond = 2000; // while a port holds its feeders back all the time
constexpr float dutyMemory = 0.9F; // of the running mean of how often a set of flows is active
} // namespace

Fabric::Fabric(const FabricSpec& spec, FatTree tree, Random random)
    : m_spec(spec),
      m_tree(tree),
      m_random(random),
      m_uplinkUp(tree.uplinks(), 1),
      m_nicUp(tree.nics(), 1),
      m_capacity(tree.uplinks(), 1.0F),
      m_background(tree.uplinks(), 0.0F),
      m_symbolErrors(tree.uplinks(), 0.0F),
      m_polarisation(tree.leaves(), 0.0F),
      m_uplinkFell(tree.uplinks(), 0),
      m_nicFell(tree.nics(), 0),
      m_uplinks(tree.uplinks()),
      m_nics(tree.nics())
{ }

std::size_t Fabric::addFlows()
{
    m_sets.emplace_back();
    return m_sets.size() - 1;
}

void Fabric::setFlows(std::size_t set, std::vector<Flow> flows)
{
    FlowSet& target = m_sets[set];
    target.flows = std::move(flows);
    target.spines.clear();
    target.spines.resize(target.flows.size());
    for (auto& spines : target.spines)
        spines.fill(FlowSet::noSpine); // until routed
    target.fallsSeen = m_falls;
    m_isDirty = true;
}

void Fabric::setUplinkUp(std::uint32_t uplink, bool isUp)
{
    if ((m_uplinkUp[uplink] != 0) == isUp)
        return;
    m_uplinkUp[uplink] = isUp ? 1 : 0;
    if (!isUp)
        m_uplinkFell[uplink] = ++m_falls;
    m_uplinks[uplink].wentDown |= !isUp;
    m_isDirty = true;
}

void Fabric::setNicUp(std::uint32_t nic, bool isUp)
{
    if ((m_nicUp[nic] != 0) == isUp)
        return;
    m_nicUp[nic] = isUp ? 1 : 0;
    if (!isUp)
        m_nicFell[nic] = ++m_falls;
    m_nics[nic].wentDown |= !isUp;
}

void Fabric::setUplinkCapacity(std::uint32_t uplink, float share)
{
    m_capacity[uplink] = std::clamp(share, 0.01F, 1.0F);
}

void Fabric::setPolarisation(std::uint32_t leaf, float share)
{
    m_isDirty |= m_polarisation[leaf] != share;
    m_polarisation[leaf] = share;
}

void Fabric::offer(std::size_t set, double bytesPerFlow, double activeShare, double demand)
{
    FlowSet& flows = m_sets[set];
    flows.bytesPerFlow = bytesPerFlow;
    flows.activeShare = activeShare;
    flows.demand = static_cast<float>(std::min(1.0, demand));
    flows.duty = dutyMemory * flows.duty + (1 - dutyMemory) * static_cast<float>(activeShare) * flows.demand;
}

void Fabric::offerNic(std::uint32_t source, std::uint32_t destination, float bytes, float peak)
{
    if (m_nicUp[source] == 0 || m_nicUp[destination] == 0)
        return;
    m_nics[source].transmitted += bytes;
    m_nics[destination].received += bytes;
    m_nics[source].peak = std::max(m_nics[source].peak, peak);
    m_nics[destination].peak = std::max(m_nics[destination].peak, peak);
}

// While a set of flows is active each of its flows would send at line rate: the offered load of a link is the number
// of whole flows over it. The queue follows from that load, and holds for the share of the tick that the set is active.
void Fabric::stepUplinks(double seconds)
{
    const auto uplinkBytes = static_cast<float>(m_spec.uplinkGBps * 1e9 * seconds);
    const auto lineRatio = static_cast<float>(m_spec.nicGBps * m_spec.efficiency / m_spec.uplinkGBps);
    for (std::uint32_t link = 0; link < m_uplinks.size(); ++link) {
        PortCounters& port = m_uplinks[link];
        if (m_uplinkUp[link] == 0)
            continue;
        const float line = uplinkBytes * m_capacity[link];
        for (const FlowSet& set : m_sets) {
            if (set.activeShare <= 0 || set.up.empty() || set.up[link] + set.down[link] <= 0)
                continue;
            port.transmitted += std::min(line, set.up[link] * static_cast<float>(set.bytesPerFlow));
            port.received += std::min(line, set.down[link] * static_cast<float>(set.bytesPerFlow));
            const auto active = static_cast<float>(set.activeShare);
            const float load = (set.up[link] * set.demand * lineRatio + m_background[link]) / m_capacity[link];
            const QueueState queue = queueAt(load);
            const float packets = std::min(line, set.up[link] * static_cast<float>(set.bytesPerFlow)) / packetBytes;
            port.marks += packets * static_cast<float>(queue.markShare);
            port.pauses += active * static_cast<float>(queue.pauseShare * seconds) * pausesPerSecond;
            port.waitShare += active * static_cast<float>(queue.pauseShare);
            const float incoming = set.down[link] * set.demand * lineRatio / m_capacity[link];
            port.peak = std::max(port.peak, std::min(1.0F, std::max(load, incoming)));
        }
        port.transmitted += m_background[link] * line;
        port.received += m_background[link] * line * 0.9F;
        port.peak = std::max({port.peak, port.transmitted / uplinkBytes, port.received / uplinkBytes});
        port.waitShare = std::min(1.0F, port.waitShare);
        port.symbolErrors
            = m_symbolErrors[link] > 0 ? static_cast<float>(m_random.poisson(m_symbolErrors[link] * seconds)) : 0.0F;
    }
}

// A sender feels the busiest link of its path: it sees the marks of it come back and waits for its credits. When that
// link leads down from the spine, the uplink before it waits too: back-pressure goes from hop to hop.
void Fabric::stepNics(double seconds)
{
    const auto line = static_cast<float>(m_spec.nicGBps * m_spec.efficiency);
    const auto lineRatio = static_cast<float>(line / m_spec.uplinkGBps);
    for (const FlowSet& set : m_sets) {
        if (set.activeShare <= 0)
            continue;
        for (std::size_t at = 0; at < set.flows.size() && at < set.spines.size(); ++at) {
            const Flow& flow = set.flows[at];
            if (flow.source == Flow::inside || set.spines[at][0] == FlowSet::noSpine)
                continue;
            float worst = 0;
            for (const std::uint8_t spine : set.spines[at]) {
                const std::uint32_t up = m_tree.uplink(m_tree.leafOfNic(flow.source), spine);
                const std::uint32_t down = m_tree.uplink(m_tree.leafOfNic(flow.destination), spine);
                const float upward = (set.up[up] * set.demand * lineRatio + m_background[up]) / m_capacity[up];
                const float downward
                    = (set.down[down] * set.demand * lineRatio + m_background[down]) / m_capacity[down];
                worst = std::max({worst, upward, downward});
                if (downward > 0.95F) {
                    const auto held = static_cast<float>(set.activeShare * queueAt(downward).pauseShare);
                    m_uplinks[up].waitShare = std::max(m_uplinks[up].waitShare, std::min(1.0F, held));
                }
            }
            if (worst <= 0.95F)
                continue; // nothing to feel: by far the usual case
            const QueueState queue = queueAt(worst);
            PortCounters& port = m_nics[flow.source];
            port.marks += static_cast<float>(set.bytesPerFlow * queue.markShare) / packetBytes / 16; // coalesced
            port.waitShare = std::min(1.0F, port.waitShare + static_cast<float>(set.activeShare * queue.pauseShare));
            port.pauses += static_cast<float>(set.activeShare * queue.pauseShare * seconds) * pausesPerSecond;
        }
    }
    const auto nicBytes = static_cast<float>(m_spec.nicGBps * 1e9 * seconds);
    for (PortCounters& port : m_nics)
        port.peak = std::max({port.peak, port.transmitted / nicBytes, port.received / nicBytes});
}

void Fabric::beginTick()
{
    std::ranges::fill(m_uplinks, PortCounters{});
    std::ranges::fill(m_nics, PortCounters{});
    for (FlowSet& set : m_sets)
        set.bytesPerFlow = set.activeShare = 0;
}

void Fabric::step(double seconds)
{
    route();
    stepUplinks(seconds);
    stepNics(seconds);
}

} // namespace lockstep::sim
