// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/detect/baseline/baseline.h"
#include "models/analysis/detect/baseline/episodes.h"
#include "models/analysis/detect/watch/watchanalysis.h"
#include "models/core/metrics/metricnames.h"

#include <array>
#include <string_view>
#include <vector>

namespace lockstep {

/// Detects nodes whose CPUs are throttled by heat for minutes (cpu.throttled), unlike the other nodes and their own
/// past. Healthy CPUs throttle now and then, and all nodes may do so under the same load. A plain value, used by the
/// analysis's worker.
class CpuThrottleWatch
{
public:
    static constexpr std::array<std::string_view, 1> watched{metrics::node::cpuThrottles};
    static constexpr float smoothedSeconds = 60;
    static constexpr float min = 0.5F; ///< per second and node
    static constexpr float timesUsual = 4; ///< of its own past, and of the median of the nodes
    static constexpr std::size_t fewestNodes = 4; ///< for a median that says something without a past
    static constexpr EpisodeRule rule{.lasts = 90, .calm = 300, .samples = 4};

    void step(const WatchedTick& now, Derived& out);

private:
    struct Node
    {
        float rate = noData; ///< smoothed
        Baseline usual{600};
    };

    void judge(const WatchedTick& now, std::uint32_t node, float ofNodes, bool hasPeers, Derived& out);

    std::vector<Node> m_nodes;
    Episodes m_episodes;
};

} // namespace lockstep
