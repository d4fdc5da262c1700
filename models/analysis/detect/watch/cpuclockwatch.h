// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/detect/baseline/episodes.h"
#include "models/analysis/detect/baseline/peerratio.h"
#include "models/analysis/detect/watch/watchanalysis.h"
#include "models/core/metrics/metricnames.h"

#include <array>
#include <optional>
#include <string_view>
#include <vector>

namespace lockstep {

/// Detects nodes whose CPU is slower than before at about the same load, or that heat keeps throttling
/// (node.cpu_clock). Clocks follow the load, so each range of loads has its own baseline, and idle CPUs are not judged.
/// If the clocks of three nodes drop within minutes and no throttling is counted, their job is assumed to be the cause:
/// vector instructions lower the clock. A plain value, used by the analysis's worker.
class CpuClockWatch
{
public:
    static constexpr std::array<std::string_view, 3> watched{metrics::node::cpuFrequency, metrics::node::cpuUtilisation,
                                                             metrics::node::cpuThrottles};
    static constexpr float slowClock = 0.8F; ///< relative to the baseline clock
    static constexpr float minLoad = 0.03F; ///< CPU utilisation below which a CPU is idle
    static constexpr std::size_t loadRanges = 6; ///< each twice as high as the one before
    static constexpr std::ptrdiff_t manySlow = 3;
    static constexpr std::size_t manyThrottled = 3; ///< this many, and a quarter of all nodes: usual at this site
    static constexpr EpisodeRule rule{.lasts = 30, .calm = 120, .pause = 30};

    void step(const WatchedTick& now, Derived& out);

private:
    struct Node
    {
        std::array<PeerRatio, loadRanges> clocks; ///< GHz, by range of CPU utilisation
        bool isSlow = false; ///< without throttling
        std::optional<TimePoint> becameSlow; ///< the last time
    };
    struct ClockState
    {
        const PeerRatio* clock = nullptr; ///< at this load; null: idle or not measured
        bool isSlow = false;
        bool isThrottled = false;
    };

    [[nodiscard]] ClockState clockStateOf(const WatchedTick& now, std::uint32_t node);
    void judge(const WatchedTick& now, std::uint32_t node, const ClockState& clockState, Derived& out);

    std::vector<Node> m_nodes;
    std::vector<ClockState> m_clockStates; ///< scratch
    Episodes m_episodes;
};

} // namespace lockstep
