// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/fabric/fabricmodel.h"

#include "models/core/metrics/metricnames.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

namespace lockstep {

namespace {

class BackPressure
{
public:
    BackPressure(const FabricMap& map, std::span<const float> waits, float limit)
        : m_map(map), m_waits(waits), m_limit(limit), m_worstOf(map.switchCount(), FabricMap::none)
    {
        for (std::uint32_t port = 0; port < m_map.portCount(); ++port) {
            if (!isWaiting(port))
                continue;
            m_waiting.push_back(port);
            const std::uint32_t owner = m_map.switchOfPort(port);
            if (owner == FabricMap::none)
                continue;
            std::uint32_t& worst = m_worstOf[owner];
            if (worst == FabricMap::none || m_waits[port] > m_waits[worst])
                worst = port;
        }
    }

    [[nodiscard]] const std::vector<std::uint32_t>& waiting() const { return m_waiting; }

    /// The port at the end of the chain of waits; the port itself if nothing ahead of it waits.
    [[nodiscard]] std::uint32_t rootOf(std::uint32_t port) const
    {
        // A cycle of waiting ports (a deadlock) has no root. The number of tiers, up and down, limits real paths.
        constexpr int longestPath = 8;
        for (int step = 0; step < longestPath; ++step) {
            const std::uint32_t ahead = m_map.switchAhead(port);
            const std::uint32_t next = ahead == FabricMap::none ? FabricMap::none : m_worstOf[ahead];
            if (next == FabricMap::none || next == m_map.peerPort(port))
                break;
            port = next;
        }
        return port;
    }

private:
    [[nodiscard]] bool isWaiting(std::uint32_t port) const
    {
        return port < m_waits.size() && m_waits[port] >= m_limit && m_map.switchAhead(port) != FabricMap::none;
    }

    const FabricMap& m_map;
    std::span<const float> m_waits;
    float m_limit;
    std::vector<std::uint32_t> m_worstOf; ///< by switch: its port with the longest waits, or none
    std::vector<std::uint32_t> m_waiting;
};

struct LoadSums
{
    float count = 0;
    float sum = 0;
    float squares = 0;
    float busiest = 0;
};

LoadSums sumsOf(std::span<const float> loads)
{
    LoadSums sums;
    for (const float load : loads) {
        if (std::isnan(load))
            continue;
        sums.count += 1;
        sums.sum += load;
        sums.squares += load * load;
        sums.busiest = std::max(sums.busiest, load);
    }
    return sums;
}

constexpr float allFalls = 3;
constexpr float allWait = 0.05F;
constexpr float rootOfTree = 0.6F; ///< minimum score, because other ports wait for it
constexpr float freeSkew = 0.5F; ///< relative to the mean: no hash is more even
constexpr float allSkew = 3;

float share(float value, float from, float to)
{
    return std::isnan(value) ? 0 : std::clamp((value - from) / (to - from), 0.0F, 1.0F);
}

/// 0 for none, 0.5 at @p half, 1 for very many.
float saturating(float rate, float half)
{
    return std::isnan(rate) ? 0 : rate / (rate + half);
}

constexpr float lateSeconds = 20; // several training steps, so that busy and quiet parts are both included
constexpr float minuteSeconds = 60;
constexpr float waitSeconds = 20; // collectives occur once per step, and ports wait only during them
constexpr float fallSeconds = 300;
constexpr float lastingFallSeconds = 900;
constexpr float minTraffic = 1e6F; ///< bytes per second, mean of a set: below it balance is meaningless

float at(const std::vector<float>& values, std::size_t index)
{
    return index < values.size() ? values[index] : noData;
}

/// Running mean that starts with the first value and restarts after a gap.
void follow(float& mean, float value, float share)
{
    mean = std::isnan(mean) || std::isnan(value) ? value : mean + (value - mean) * share;
}

} // namespace

std::vector<CongestionTree> findCongestion(const FabricMap& map, std::span<const float> waits, CongestionLimits limits)
{
    const BackPressure pressure(map, waits, limits.wait);
    std::unordered_map<std::uint32_t, std::uint32_t> victimsOf; // by root port
    for (const std::uint32_t port : pressure.waiting())
        ++victimsOf[pressure.rootOf(port)];

    std::unordered_map<std::uint32_t, CongestionTree> trees; // by root switch
    for (const auto& [port, victims] : victimsOf) {
        CongestionTree& tree = trees[map.switchAhead(port)];
        tree.rootSwitch = map.switchAhead(port);
        tree.rootPorts.push_back(port);
        tree.victims += victims;
        tree.worstWait = std::max(tree.worstWait, waits[port]);
    }
    std::vector<CongestionTree> found;
    for (auto& [device, tree] : trees) {
        if (tree.victims < limits.minVictims)
            continue;
        std::ranges::sort(tree.rootPorts, [&](std::uint32_t a, std::uint32_t b) {
            return victimsOf[a] != victimsOf[b] ? victimsOf[a] > victimsOf[b] : a < b;
        });
        found.push_back(std::move(tree));
    }
    std::ranges::sort(found, [](const CongestionTree& a, const CongestionTree& b) {
        return a.victims != b.victims ? a.victims > b.victims : a.rootSwitch < b.rootSwitch;
    });
    return found;
}

float loadImbalance(std::span<const float> loads)
{
    const LoadSums sums = sumsOf(loads);
    return sums.count < 2 || sums.sum <= 0 ? noData : sums.busiest * sums.count / sums.sum - 1;
}

float unusedPaths(std::span<const float> meanLoads)
{
    const LoadSums sums = sumsOf(meanLoads);
    if (sums.count < 2 || sums.sum <= 0)
        return noData;
    return std::max(1 - sums.sum * sums.sum / (sums.squares * sums.count), 0.0F);
}

float linkFaultScore(const LinkSigns& signs)
{
    if (std::isnan(signs.wait) && std::isnan(signs.errors) && std::isnan(signs.skew) && std::isnan(signs.retransmits)
        && signs.falls <= 0 && !signs.isDown)
        return noData;
    return std::max({signs.isDown ? 1.0F : 0.0F, share(signs.falls, 0, allFalls), share(signs.wait, 0, allWait),
                     signs.isRoot ? rootOfTree : 0.0F, saturating(signs.errors, 1), saturating(signs.retransmits, 10),
                     share(signs.skew, freeSkew, allSkew)});
}

void FabricModel::step(const FabricTick& now, Derived& out)
{
    const std::size_t ports = now.topology->count(EntityKind::Port);
    if (ports < m_recent.size() || now.tick <= m_lastTick)
        *this = FabricModel(); // another cluster, or a restart of time
    m_lastTick = now.tick;
    if (now.topology->version() != m_topologyVersion) {
        m_topologyVersion = now.topology->version();
        m_map = FabricMap(*now.topology);
        for (std::vector<float>* state :
             {&m_recent, &m_minute, &m_wasUp, &m_waits, &m_errors, &m_retransmits, &m_skews})
            state->resize(ports, noData);
        m_falls.resize(ports, 0);
        m_lastingFalls.resize(ports, 0);
    }
    if (ports == 0)
        return;
    out.columns.reserve(out.columns.size() + 8);
    stepPorts(now, out);
    // Paths are unknown without known far ends.
    if (!m_map.uplinks().empty())
        stepUplinks(now, out);
    if (!now.wait.empty() && !m_map.nics().empty())
        stepCongestion(now, out);
    judgeLinks(now, out);
}

void FabricModel::stepPorts(const FabricTick& now, Derived& out)
{
    const std::size_t ports = m_falls.size();
    auto& falls = out.addColumn(metrics::port::falls, now.storeTick, ports);
    const float kept = std::exp(-now.seconds / fallSeconds);
    const float keptLonger = std::exp(-now.seconds / lastingFallSeconds);
    for (std::size_t port = 0; port < ports; ++port) {
        const float up = at(now.up, port);
        // A link may fail and recover within a tick: only its counter shows it.
        const float counted = at(now.linkDowned, port) * now.seconds;
        const float seen = m_wasUp[port] > 0.5F && up < 0.5F ? 1.0F : 0.0F;
        const float fell = std::max(seen, std::isnan(counted) ? 0.0F : counted);
        m_falls[port] = m_falls[port] * kept + fell;
        m_lastingFalls[port] = m_lastingFalls[port] * keptLonger + fell;
        if (!std::isnan(up))
            m_wasUp[port] = up;
        if (!std::isnan(m_wasUp[port]))
            falls[port] = m_falls[port] < 0.05F ? 0 : m_falls[port];
    }
}

void FabricModel::stepUplinks(const FabricTick& now, Derived& out)
{
    auto& skews = out.addColumn(metrics::port::uplinkSkew, now.storeTick, m_recent.size());
    auto& imbalances = out.addColumn(metrics::networkSwitch::uplinkImbalance, now.storeTick, m_map.switchCount());
    auto& unused = out.addColumn(metrics::networkSwitch::uplinkUnused, now.storeTick, m_map.switchCount());
    for (const Uplink& uplink : m_map.uplinks()) {
        // A port that is down has no traffic, but does not count as an unused path.
        const float sent = at(now.up, uplink.port) < 0.5F ? noData : at(now.transmit, uplink.port);
        follow(m_recent[uplink.port], sent, now.seconds / (lateSeconds + now.seconds));
        follow(m_minute[uplink.port], sent, now.seconds / (minuteSeconds + now.seconds));
    }
    std::vector<float> late;
    std::vector<float> minute;
    for (const EqualCostSet& set : m_map.equalCostSets()) {
        late.clear();
        minute.clear();
        float sum = 0;
        float count = 0;
        for (std::uint32_t link = set.from; link < set.to; ++link) {
            const std::uint32_t port = m_map.uplinks()[link].port;
            late.push_back(m_recent[port]);
            minute.push_back(m_minute[port]);
            sum += std::isnan(m_recent[port]) ? 0 : m_recent[port];
            count += std::isnan(m_recent[port]) ? 0 : 1;
        }
        if (count < 2 || sum < minTraffic * count)
            continue; // too little traffic
        imbalances[set.lower] = loadImbalance(late);
        unused[set.lower] = unusedPaths(minute);
        for (std::uint32_t link = set.from; link < set.to; ++link) {
            const std::uint32_t port = m_map.uplinks()[link].port;
            skews[port] = m_recent[port] * count / sum - 1;
        }
    }
    m_unused = unused;
    m_skews = skews;
}

void FabricModel::stepCongestion(const FabricTick& now, Derived& out)
{
    auto& ports = out.addColumn(metrics::port::congestionVictims, now.storeTick, m_waits.size());
    auto& switches = out.addColumn(metrics::networkSwitch::congestionVictims, now.storeTick, m_map.switchCount());
    for (std::size_t port = 0; port < m_waits.size(); ++port) {
        follow(m_waits[port], at(now.wait, port), now.seconds / (waitSeconds + now.seconds));
        if (!std::isnan(m_waits[port]))
            ports[port] = 0;
    }
    m_congestion = findCongestion(m_map, m_waits);
    for (std::size_t device = 0; device < switches.size(); ++device)
        switches[device] = m_map.tier(static_cast<std::uint32_t>(device)) == 0 ? noData : 0;
    for (const CongestionTree& tree : m_congestion) {
        switches[tree.rootSwitch] = static_cast<float>(tree.victims);
        for (const std::uint32_t port : tree.rootPorts)
            ports[port] = static_cast<float>(tree.victims);
    }
}

void FabricModel::judgeLinks(const FabricTick& now, Derived& out)
{
    constexpr std::uint32_t minVictims = 3; // two waiting ports are not congestion yet
    const std::size_t ports = m_falls.size();
    std::vector<std::uint8_t> isRoot(ports, 0);
    for (const CongestionTree& tree : m_congestion) {
        for (const std::uint32_t port : tree.rootPorts)
            isRoot[port] = tree.victims >= minVictims ? 1 : 0;
    }
    auto& troubles = out.addColumn(metrics::port::trouble, now.storeTick, ports);
    const float share = now.seconds / (lateSeconds + now.seconds);
    for (std::size_t port = 0; port < ports; ++port) {
        const float symbols = at(now.symbolErrors, port);
        const float drops = at(now.drops, port);
        const bool hasErrors = !std::isnan(symbols) || !std::isnan(drops);
        follow(m_errors[port],
               hasErrors ? (std::isnan(symbols) ? 0 : symbols) + (std::isnan(drops) ? 0 : drops) : noData, share);
        follow(m_retransmits[port], at(now.retransmits, port), share);
        const bool isDown = m_falls[port] > 0.01F && m_wasUp[port] < 0.5F;
        troubles[port] = linkFaultScore({m_falls[port], isDown, m_waits[port], isRoot[port] != 0, m_errors[port],
                                         m_retransmits[port], m_skews[port]});
    }
}

} // namespace lockstep
