// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/detect/baseline/episodes.h"
#include "models/analysis/detect/baseline/learnedseries.h"
#include "models/analysis/detect/baseline/peerratio.h"
#include "models/analysis/detect/watch/watchanalysis.h"
#include "models/core/metrics/metricnames.h"

#include <array>
#include <map>
#include <string_view>
#include <vector>

namespace lockstep {

/// Detects GPUs with less power than before because of a lowered limit or an external power brake (power.cap). Reports
/// the rack or node if most of its GPUs are affected.
///
/// Also detects GPUs whose clock is below its baseline at the same load without a power or heat reason (gpu.clock). If
/// throttle reasons are not measured or not credible, one of two conditions must hold. Either the GPU has become slower
/// than the other GPUs of its node without drawing more power or being hotter, or most GPUs of the node have become
/// slower at less power within a job. A GPU that throttles at its own limit is normal.  A plain value, used by the
/// analysis's worker.
class PowerWatch
{
public:
    static constexpr std::array<std::string_view, 6> watched{metrics::gpu::powerLimit, metrics::gpu::throttleReasons,
                                                             metrics::gpu::clockSm,    metrics::gpu::utilisation,
                                                             metrics::gpu::power,      metrics::gpu::temperature};
    static constexpr float lowered = 0.97F; ///< relative to the baseline limit
    static constexpr float slowClock = 0.92F; ///< relative to the baseline clock at this load
    static constexpr float busy = 0.5F; ///< utilisation above which the clock is meaningful
    static constexpr float max = 0.6F; ///< share of the GPUs of a rack or node
    static constexpr std::size_t minPeers = 4; ///< busy GPUs of its node, including this one
    static constexpr float morePower = 1.05F; ///< relative to the power of these peers: above it, power is the reason
    static constexpr float lessPower = 0.9F; ///< likewise: below it, power is not the reason, even if reported
    static constexpr float hotter = 5; ///< K above these peers: above it, heat is the reason
    static constexpr EpisodeRule capRule{.lasts = 3, .calm = 30};
    static constexpr float lessLoad = 0.05F; ///< below the usual utilisation: from it on, the job has changed
    static constexpr float restSeconds = 150; ///< longer than a checkpoint: afterwards, another job may run
    static constexpr EpisodeRule clockRule{.lasts = 15, .calm = 60};
    static constexpr EpisodeRule nodeClockRule{.lasts = 60, .calm = 60, .samples = 4};

    /// @param baselines stores learned baselines; null: they are not stored
    explicit PowerWatch(LearnedBaselines* baselines = nullptr)
        : m_baselines(baselines), m_learned(baselines, metrics::gpu::power, "clock and power limit")
    { }

    void step(const WatchedTick& now, Derived& out);

private:
    /// Means of a GPU in the current job.
    struct Work
    {
        float clock = noData; ///< Hz
        float power = noData; ///< W
        float temperature = noData;
        float utilisation = noData;
        float seconds = 0; ///< learning time
        bool isHeld = false; ///< now slower at less power, like most GPUs of its node
    };
    struct Gpu
    {
        Work work;
        float baselineLimit = noData; ///< W
        float baselineClock = noData; ///< Hz, while busy
        float learnedSeconds = 0;
        TickIndex restedSince = 0; ///< tick of the last change of its limit
        float lastLimit = noData;
        PeerRatio clock; ///< relative to the other busy GPUs of its node
    };
    /// State of the GPUs of one place.
    struct Place
    {
        std::size_t known = 0;
        std::size_t capped = 0;
        float limitSum = 0; ///< W, of capped GPUs
        float baselineSum = 0;
        float clockSum = 0; ///< Hz, of capped GPUs that are busy
        std::size_t clocks = 0;
    };

    void recall(const WatchedTick& now, std::uint32_t gpu, Derived& out);
    void learn(const WatchedTick& now, std::uint32_t gpu);
    [[nodiscard]] bool isCapped(const WatchedTick& now, std::uint32_t gpu) const;
    void comparePeers(const WatchedTick& now, std::uint32_t node);
    void compareWithWork(const WatchedTick& now, std::uint32_t node);
    [[nodiscard]] bool isSlowAmongPeers(const WatchedTick& now, std::uint32_t gpu, float power) const;
    void judgeClock(const WatchedTick& now, std::uint32_t gpu, Derived& out);
    void judgeCaps(const WatchedTick& now, Derived& out);
    void reportCap(const WatchedTick& now, EntityRef entity, const Place& place, Derived& out);

    LearnedBaselines* m_baselines;
    LearnedSeries m_learned;
    std::vector<Gpu> m_gpus;
    std::vector<float> m_rested; ///< by node: seconds without a busy GPU
    std::vector<std::uint32_t> m_busy; ///< scratch, like the following member
    std::vector<float> m_sample;
    Episodes m_caps;
    Episodes m_clocks;
};

} // namespace lockstep
