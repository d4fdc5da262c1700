// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/simulation/fabric/fabric.h"

#include <algorithm>
#include <limits>

namespace lockstep::sim {

// Adaptive routing takes the least loaded healthy path; an equal-cost hash takes whichever its bits say, full or not.
// A polarised hash knows only a quarter of the spines, because two tiers hash the same bits the same way.
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
        // Adaptive routing sees queues, not causes: what others put on a link counts like its own.
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
    m_loadScratch.assign(std::size_t{2} * links, 0.0F); // up links first, then the same links downward
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
    // While others run a flow shares the link with theirs, for the rest of the time with its own set's alone.
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
        out[at] = slowest;
    }
}

void Fabric::takeStalls(std::size_t which, std::span<float> out)
{
    // A transport waits for its timeout before it sends again elsewhere: 4.096 us x 2^18, NCCL's usual setting.
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
        }
    }
    set.fallsSeen = m_falls;
}

} // namespace lockstep::sim
