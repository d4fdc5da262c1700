// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/detect/baseline/episodes.h"
#include "models/analysis/detect/watch/watchanalysis.h"
#include "models/core/metrics/metricnames.h"

#include <algorithm>
#include <array>
#include <limits>
#include <string_view>
#include <vector>

namespace lockstep {

/// Detects GPUs whose work differs from that of the other GPUs of their node, unlike before, at the same clock and
/// without a reason to throttle (sync.straggler): a GPU that computes more slowly is busy while the others wait for it.
/// Only for GPUs whose collectives are not traced; otherwise waits are better evidence. After a node was idle, or if
/// several GPUs change at once, another job has started: baselines are learned again. A plain value, used by the
/// analysis's worker.
class GpuWorkWatch
{
public:
    static constexpr std::array<std::string_view, 7> watched{
        metrics::gpu::utilisation,    metrics::gpu::clockSm, metrics::gpu::throttleReasons, metrics::gpu::syncWaitShare,
        metrics::gpu::tensorActivity, metrics::gpu::power,   metrics::gpu::smActivity};
    static constexpr std::size_t firstSign = 4; ///< metrics from this index on measure work
    static constexpr std::size_t signCount = watched.size() - firstSign;
    static constexpr std::size_t fewestPeers = 4; ///< working GPUs in its node, including itself
    static constexpr float busy = 0.5F; ///< minimum utilisation of a working GPU
    static constexpr float sameClock = 0.04F; ///< relative to the clock of its peers
    static constexpr float different = 0.05F; ///< minimum deviation, relative to the work of its peers
    static constexpr float spreadsDifferent = 6; ///< minimum deviation in mean deviations from its baseline
    static constexpr float secondsToLearn = 300;
    static constexpr float restSeconds = 150; ///< longer than a checkpoint
    static constexpr EpisodeRule rule{.lasts = 60, .calm = 120, .pause = 60, .samples = 4};

    void step(const WatchedTick& now, Derived& out);

private:
    /// Its work relative to that of its peers, by one metric.
    struct Sign
    {
        float lately = noData; ///< mean of one or two minutes
        float usual = noData; ///< mean of half an hour in which it was not different
        float spread = 0; ///< mean deviation of lately from usual
        float learntSeconds = 0;

        [[nodiscard]] bool isDifferent() const;
        void add(float ratio, float seconds);
    };
    struct Gpu
    {
        std::array<Sign, signCount> signs;

        [[nodiscard]] bool isDifferent() const { return std::ranges::any_of(signs, &Sign::isDifferent); }
    };
    struct Node
    {
        float restedSeconds = 0;
        float sinceDifferent = std::numeric_limits<float>::max(); ///< seconds since one of its GPUs was last different
        std::vector<std::uint32_t> atWork; ///< GPUs with peers in this tick
    };

    void gather(const WatchedTick& now, std::uint32_t node);
    void compare(const WatchedTick& now, const Node& node);
    void forget(const WatchedTick& now, std::uint32_t node);
    void judge(const WatchedTick& now, std::uint32_t gpu, Derived& out);

    std::vector<Gpu> m_gpus;
    std::vector<Node> m_nodes;
    std::vector<float> m_sample; ///< scratch
    Episodes m_episodes;
};

} // namespace lockstep
