// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/detect/baseline/episodes.h"
#include "models/analysis/detect/watch/watchanalysis.h"
#include "models/core/metrics/metricnames.h"

#include <array>
#include <string_view>
#include <vector>

namespace lockstep {

/// Detects GPUs that stop reporting while their node reports (gpu.silent): a GPU that has fallen off the bus often
/// leaves no other trace. If all GPUs of a node stop, its driver or collector failed. SilenceWatch reports silent
/// nodes. A plain value, used by the analysis's worker.
class GpuSilence
{
public:
    static constexpr std::array<std::string_view, 4> watched{metrics::gpu::temperature, metrics::gpu::power,
                                                             metrics::gpu::utilisation, metrics::node::reported};
    static constexpr EpisodeRule rule{.lasts = 3, .calm = 5, .samples = 3};
    static constexpr EpisodeRule nodeRule{.lasts = 4, .calm = 5, .samples = 4}; ///< scrapes of an exporter get lost

    void step(const WatchedTick& now, Derived& out);

private:
    void judge(const WatchedTick& now, EntityRef node, Derived& out);
    void leaveOpen(const WatchedTick& now, EntityRef entity, const EpisodeRule& its);
    void reportEpisode(const WatchedTick& now, EntityRef entity, bool isSilent, std::size_t gpus, Derived& out);

    std::vector<TickIndex> m_lastHeard; ///< by GPU; 0: never
    Episodes m_episodes;
};

} // namespace lockstep
