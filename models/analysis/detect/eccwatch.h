// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/detect/episodes.h"
#include "models/analysis/detect/watchanalysis.h"
#include "models/core/metrics/metricnames.h"

#include <array>
#include <string_view>
#include <vector>

namespace lockstep {

/// Tells of GPUs whose memory fails (gpu.ecc): corrected errors that come by the dozen, before one cannot be corrected,
/// and any that was not. A corrected one now and then is what the code is for. Plain value; the worker of its analysis.
class EccWatch
{
public:
    static constexpr std::array<std::string_view, 2> watched{metrics::gpu::eccCorrected, metrics::gpu::eccUncorrected};
    static constexpr float memorySeconds = 300; ///< after which an error counts a third
    static constexpr float manyCorrected = 10;
    static constexpr EpisodeRule rule{.lasts = 1, .calm = 120};

    void step(const WatchedTick& now, Derived& out);

private:
    struct Gpu
    {
        float corrected = 0; ///< of late
        float uncorrected = 0;
    };

    void judge(const WatchedTick& now, std::uint32_t gpu, Derived& out);

    std::vector<Gpu> m_gpus;
    Episodes m_episodes;
};

} // namespace lockstep
