// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/fabric/congestiontree.h"

#include <algorithm>
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
        if (tree.victims < limits.fewestVictims)
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

} // namespace lockstep
