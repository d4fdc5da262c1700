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
/// For GPUs whose collectives are not measured; of the others the waits say more. A node that rested, or several GPUs
/// that change at once, are another job: baselines are learned anew. A plain value; the analysis' worker.
class GpuWorkWatch
{
public:
    static constexpr std::array<std::string_view, 7> watched{
        metrics::gpu::utilisation,    metrics::gpu::clockSm, metrics::gpu::throttleReasons, metrics::gpu::syncWaitShare,
        metrics::gpu::tensorActivity, metrics::gpu::power,   metrics::gpu::smActivity};
    static constexpr std::size_t firstSign = 4; ///< those watched from here on show work
    static constexpr std::size_t signCount = watched.size() - firstSign;
    static constexpr std::size_t fewestPeers = 4; ///< at work in its node, itself among them
    static constexpr float busy = 0.5F; ///< utilisation from which a GPU is at work
    static constexpr float sameClock = 0.04F; ///< of the clock of its peers
    static constexpr float different = 0.05F; ///< of the work of its peers, and at least
    static constexpr float spreadsDifferent = 6; ///< mean deviations from what it does usually
    static constexpr float secondsToLearn = 300;
    static constexpr float restSeconds = 150; ///< longer than a checkpoint
    static constexpr EpisodeRule rule{.lasts = 60, .calm = 120, .pause = 60, .samples = 4};

    void step(const WatchedTick& now, Derived& out);

private:
    /// Its work over that of its peers, by one metric.
    struct Sign
    {
        float lately = noData; ///< over a minute or two
        float usual = noData; ///< over half an hour in which it was not different
        float spread = 0; ///< mean deviation of what it does lately from that
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
