// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/detect/baseline/episodes.h"
#include "models/analysis/detect/baseline/peerratio.h"
#include "models/analysis/detect/watch/watchanalysis.h"
#include "models/core/metrics/metricnames.h"

#include <algorithm>
#include <array>
#include <limits>
#include <string_view>
#include <vector>

namespace lockstep {

/// Detects GPUs that work less than the other GPUs of their node at the same clock (sync.straggler): a slow GPU is busy
/// while the others wait for it. Applies only to GPUs whose collectives are not traced, because waits are better
/// evidence. If a node was idle, or several GPUs change at once, assumes that another job has started and learns new
/// baselines. Also detects nodes whose GPUs stay busy without working, as in a collective that does not end
/// (sync.hang): utilisation stays high, but power and tensor activity drop. A plain value, used by the analysis's
/// worker.
class GpuWorkWatch
{
public:
    static constexpr std::array<std::string_view, 6> watched{metrics::gpu::utilisation,   metrics::gpu::clockSm,
                                                             metrics::gpu::syncWaitShare, metrics::gpu::tensorActivity,
                                                             metrics::gpu::power,         metrics::gpu::smActivity};
    static constexpr std::size_t firstSign = 3; ///< metrics from this index on measure work
    static constexpr std::size_t signCount = watched.size() - firstSign;
    static constexpr std::size_t minPeers = 4; ///< working GPUs in its node, including itself
    static constexpr float busy = 0.5F; ///< minimum utilisation of a working GPU
    static constexpr float sameClock = 0.04F; ///< relative to the clock of its peers
    static constexpr float restSeconds = 150; ///< longer than a checkpoint
    static constexpr float idlePower = 0.5F; ///< relative to its own power at work; below it, a busy GPU is not working
    static constexpr float idleTensor = 0.1F; ///< likewise, of tensor activity
    static constexpr EpisodeRule hangRule{.lasts = 300, .calm = 60}; ///< longer than ranks wait for a checkpoint
    static constexpr EpisodeRule rule{.lasts = 60, .calm = 120, .pause = 60, .samples = 4};
    static constexpr float steadySeconds = 120; ///< without a GPU that begins or stops to work; ranks start unevenly
    static constexpr EpisodeRule farRule{.lasts = 20, .calm = 120, .pause = 60}; ///< large deviations while steady

    void step(const WatchedTick& now, Derived& out);

private:
    struct Gpu
    {
        std::array<PeerRatio, signCount> signs; ///< work relative to that of its peers, by metric
        std::array<float, signCount> atWork{}; ///< of each sign, its own mean while it worked
        float workedSeconds = 0; ///< time over which atWork was learned

        [[nodiscard]] bool isFar() const { return std::ranges::any_of(signs, &PeerRatio::isFar); }
        [[nodiscard]] bool isDifferent() const
        {
            return isFar() || std::ranges::any_of(signs, &PeerRatio::isDifferent);
        }
    };
    struct Node
    {
        float restedSeconds = 0;
        float steadySeconds = 0; ///< with the same number of GPUs at work
        float sinceBegan = std::numeric_limits<float>::max(); ///< seconds since one of its GPUs became different
        bool isDifferent = false; ///< one of its GPUs
        bool isStalled = false; ///< all of its GPUs are busy without working
        std::vector<std::uint32_t> atWork; ///< GPUs with peers in this tick
    };

    void gather(const WatchedTick& now, std::uint32_t node);
    void compare(const WatchedTick& now, const Node& node);
    void forget(const WatchedTick& now, std::uint32_t node);
    [[nodiscard]] bool isStalled(const WatchedTick& now, std::uint32_t gpu);
    void judge(const WatchedTick& now, std::uint32_t gpu, bool isSteady, Derived& out);
    void judgeHang(const WatchedTick& now, Derived& out);

    std::vector<Gpu> m_gpus;
    std::vector<Node> m_nodes;
    std::vector<float> m_sample; ///< scratch
    Episodes m_episodes;
    Episodes m_hangs; ///< one at a time
};

} // namespace lockstep
