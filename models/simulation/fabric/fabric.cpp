// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/simulation/fabric/fabric.h"

#include <algorithm>

namespace lockstep::sim {

namespace {

constexpr double limitPackets = 400; // 1.6 MB of buffer at 4 kB
constexpr double lowerThreshold = 10; // packets at which marking begins
constexpr double upperThreshold = 200;
constexpr double topMarkShare = 0.2;

constexpr float packetBytes = 4096;
constexpr float packetsPerLoss = 1000; // sent again after one loss: go-back-N over a window in flight
constexpr float pausesPerSecond = 2000; // of a port that pauses its senders all the time
constexpr float dutyMemory = 0.9F; // of the running mean of how often a set of flows is active

} // namespace

double meanQueue(double load)
{
    return load < 1 ? std::min(limitPackets, load * load / (2 * (1 - load))) : limitPackets;
}

QueueState queueAt(double load)
{
    QueueState state;
    state.packets = meanQueue(load);
    if (state.packets > upperThreshold)
        state.markShare = 1;
    else if (state.packets > lowerThreshold)
        state.markShare = topMarkShare * (state.packets - lowerThreshold) / (upperThreshold - lowerThreshold);
    state.pauseShare = load > 1 ? 1 - 1 / load : 0;
    return state;
}

Fabric::Fabric(const FabricSpec& spec, FatTree tree, Random random)
    : m_spec(spec),
      m_tree(tree),
      m_random(random),
      m_uplinkUp(tree.uplinks(), 1),
      m_nicUp(tree.nics(), 1),
      m_nicLoss(tree.nics(), 0.0F),
      m_capacity(tree.uplinks(), 1.0F),
      m_background(tree.uplinks(), 0.0F),
      m_symbolErrors(tree.uplinks(), 0.0F),
      m_wear(tree.uplinks(), 0.0F),
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
        spines.fill(FlowSet::noSpine); // until routes are chosen
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

void Fabric::setUplinkWear(std::uint32_t uplink, float share)
{
    constexpr float uncorrectable = 0.9F;
    m_wear[uplink] = share;
    setUplinkErrors(uplink, share > uncorrectable ? 12.0F : 0.0F);
    setUplinkUp(uplink, share < 1);
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
    const float loss = std::max(m_nicLoss[source], m_nicLoss[destination]);
    if (loss > 0) {
        const float losses = loss * bytes / packetBytes / packetsPerLoss;
        m_nics[source].retransmits += losses;
        m_nics[destination].outOfSequence += losses;
    }
    m_nics[source].peak = std::max(m_nics[source].peak, peak);
    m_nics[destination].peak = std::max(m_nics[destination].peak, peak);
}

// Computes the queues of uplinks. While a set of flows is active, each flow sends at line rate, so the offered load of
// a link is the number of its flows. The queue follows from that load, for the share of the tick in which the set is
// active.
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

// A sender is affected by the busiest link of its path: it receives that link's marks and waits for its credits. If
// that link leads down from the spine, the uplink before it waits too, because back-pressure propagates hop by hop.
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
                continue; // no congestion: the usual case
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

// Adaptive routing chooses the least loaded healthy path; equal-cost hashing ignores load. A polarised hash uses only a
// quarter of the spines, because two tiers hash the same bits in the same way.
std::uint8_t Fabric::pickSpine(const Flow& flow, std::size_t stripe, std::span<const float> load) const
{
    const std::uint32_t spines = m_tree.spinesPerRail;
    const std::uint32_t from = m_tree.leafOfNic(flow.source);
    const std::uint32_t to = m_tree.leafOfNic(flow.destination);
    const std::uint64_t hash
        = mixBits((std::uint64_t{flow.source} << 32) ^ flow.destination ^ (stripe * 0x9E3779B9ULL));
    const auto isHealthy = [&](std::uint32_t spine) {
        return m_uplinkUp[m_tree.uplink(from, spine)] != 0 && m_uplinkUp[m_tree.uplink(to, spine)] != 0;
    };
    const bool isPolarised = static_cast<float>(hash >> 40 & 0xFFFF) / 65536.0F < m_polarisation[from];
    if (isPolarised || m_spec.routing == Routing::EqualCostHash) {
        const std::uint32_t choices = isPolarised ? std::max(1U, spines / 4) : spines;
        for (std::uint32_t attempt = 0; attempt < spines; ++attempt) {
            const auto spine = static_cast<std::uint32_t>((hash + attempt) % (attempt < choices ? choices : spines));
            if (isHealthy(spine))
                return static_cast<std::uint8_t>(spine);
        }
    }
    std::uint32_t best = static_cast<std::uint32_t>(hash % spines);
    float bestLoad = std::numeric_limits<float>::infinity();
    for (std::uint32_t offset = 0; offset < spines; ++offset) {
        const std::uint32_t spine = (static_cast<std::uint32_t>(hash % spines) + offset) % spines;
        if (!isHealthy(spine))
            continue;
        const std::uint32_t up = m_tree.uplink(from, spine);
        const std::uint32_t down = m_tree.uplink(to, spine);
        // Adaptive routing measures queues, so other jobs' load on a link counts like its own.
        const auto fill = [&](float flows, std::uint32_t link) {
            return (flows + m_background[link] * static_cast<float>(m_spec.uplinkGBps / m_spec.nicGBps))
                / m_capacity[link];
        };
        const float here = std::max(fill(load[up], up), fill(load[m_tree.uplinks() + down], down));
        if (here < bestLoad) {
            bestLoad = here;
            best = spine;
        }
    }
    return static_cast<std::uint8_t>(best);
}

void Fabric::routeSet(FlowSet& set)
{
    const std::uint32_t links = m_tree.uplinks();
    m_loadScratch.assign(std::size_t{2} * links, 0.0F); // uplinks first, then the same links downward
    set.spines.resize(set.flows.size());
    constexpr float share = 1.0F / FlowSet::stripes;
    for (std::size_t at = 0; at < set.flows.size(); ++at) {
        const Flow& flow = set.flows[at];
        set.spines[at].fill(FlowSet::noSpine);
        if (flow.source == Flow::inside || m_tree.leafOfNic(flow.source) == m_tree.leafOfNic(flow.destination))
            continue;
        for (std::size_t stripe = 0; stripe < FlowSet::stripes; ++stripe) {
            const std::uint8_t spine = pickSpine(flow, stripe, m_loadScratch);
            set.spines[at][stripe] = spine;
            m_loadScratch[m_tree.uplink(m_tree.leafOfNic(flow.source), spine)] += share;
            m_loadScratch[links + m_tree.uplink(m_tree.leafOfNic(flow.destination), spine)] += share;
        }
    }
    set.up.assign(m_loadScratch.begin(), m_loadScratch.begin() + links);
    set.down.assign(m_loadScratch.begin() + links, m_loadScratch.end());
}

void Fabric::route()
{
    if (!m_isDirty)
        return;
    for (FlowSet& set : m_sets)
        routeSet(set);
    m_isDirty = false;
}

void Fabric::bandwidths(std::size_t which, double insideGBps, std::span<float> out)
{
    route();
    const FlowSet& own = m_sets[which];
    const std::uint32_t links = m_tree.uplinks();
    m_otherLoad.assign(std::size_t{2} * links, 0.0F);
    m_otherDuty.assign(std::size_t{2} * links, 0.0F);
    for (const FlowSet& set : m_sets) {
        for (std::uint32_t link = 0; &set != &own && link < set.up.size(); ++link) {
            const auto add = [&](std::uint32_t at, float flows) {
                m_otherLoad[at] += flows * set.demand;
                m_otherDuty[at] = std::max(m_otherDuty[at], flows > 0 ? set.duty : 0);
            };
            add(link, set.up[link]);
            add(links + link, set.down[link]);
        }
    }
    const auto line = static_cast<float>(m_spec.nicGBps * m_spec.efficiency);
    const auto uplinkLine = static_cast<float>(m_spec.uplinkGBps * m_spec.efficiency);
    // While other sets are active, a flow shares the link with them; otherwise only with its own set.
    const auto shareOf = [&](std::uint32_t link, std::uint32_t direction, float load) {
        if (m_uplinkUp[link] == 0)
            return 0.05F;
        const float room = std::max(0.05F, m_capacity[link] - m_background[link]) * uplinkLine;
        const float alone = std::min(line, room / std::max(load, 1e-3F));
        const float shared = std::min(line, room / std::max(load + m_otherLoad[direction + link], 1e-3F));
        return alone + (shared - alone) * m_otherDuty[direction + link];
    };
    for (std::size_t at = 0; at < own.flows.size(); ++at) {
        const Flow& flow = own.flows[at];
        if (flow.source == Flow::inside) {
            out[at] = static_cast<float>(insideGBps);
            continue;
        }
        float slowest = line;
        for (const std::uint8_t spine : own.spines[at]) {
            if (spine == FlowSet::noSpine)
                break;
            const std::uint32_t up = m_tree.uplink(m_tree.leafOfNic(flow.source), spine);
            const std::uint32_t down = m_tree.uplink(m_tree.leafOfNic(flow.destination), spine);
            slowest = std::min({slowest, shareOf(up, 0, own.up[up]), shareOf(down, links, own.down[down])});
        }
        if (m_nicUp[flow.source] == 0 || m_nicUp[flow.destination] == 0)
            slowest = 0;
        out[at] = slowest * (1 - std::max(m_nicLoss[flow.source], m_nicLoss[flow.destination]));
    }
}

void Fabric::takeStalls(std::size_t which, std::span<float> out)
{
    // A transport retransmits on another path after its timeout: 4.096 us x 2^18, NCCL's usual setting.
    constexpr float timeoutSeconds = 1.07F;
    std::ranges::fill(out, 0.0F);
    FlowSet& set = m_sets[which];
    for (std::size_t at = 0; at < set.flows.size(); ++at) {
        const Flow& flow = set.flows[at];
        if (flow.source == Flow::inside)
            continue;
        bool isHit = m_nicFell[flow.source] > set.fallsSeen || m_nicFell[flow.destination] > set.fallsSeen;
        for (const std::uint8_t spine : set.spines[at]) {
            if (spine == FlowSet::noSpine)
                break;
            isHit |= m_uplinkFell[m_tree.uplink(m_tree.leafOfNic(flow.source), spine)] > set.fallsSeen;
            isHit |= m_uplinkFell[m_tree.uplink(m_tree.leafOfNic(flow.destination), spine)] > set.fallsSeen;
        }
        if (isHit) {
            out[at] = timeoutSeconds;
            m_nics[flow.source].retransmits += 64;
            m_nics[flow.source].ackTimeouts += FlowSet::stripes; // one for each connection
        }
    }
    set.fallsSeen = m_falls;
}

} // namespace lockstep::sim
