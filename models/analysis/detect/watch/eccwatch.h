// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/detect/baseline/episodes.h"
#include "models/analysis/detect/watch/watchanalysis.h"
#include "models/core/metrics/metricnames.h"

#include <array>
#include <string_view>
#include <vector>

namespace lockstep {

/// Detects failing GPU memory (gpu.ecc): many corrected errors, any uncorrected error, rows waiting for a reset to be
/// remapped, and rows that cannot be remapped. Occasional corrected errors and remapped rows are normal. A plain value,
/// used by the analysis's worker.
class EccWatch
{
public:
    static constexpr std::array<std::string_view, 4> watched{metrics::gpu::eccCorrected, metrics::gpu::eccUncorrected,
                                                             metrics::gpu::rowsPending, metrics::gpu::rowsFailed};
    static constexpr float memorySeconds = 300; ///< time constant with which errors are forgotten
    static constexpr float manyCorrected = 10;
    static constexpr EpisodeRule rule{.lasts = 1, .calm = 120};

    void step(const WatchedTick& now, Derived& out);

private:
    struct Gpu
    {
        float corrected = 0; ///< recent, decaying
        float uncorrected = 0;
        bool isPending = false; ///< last known state
        bool hasFailed = false;

        [[nodiscard]] bool isUncorrected() const { return uncorrected >= 0.5F; }
        [[nodiscard]] bool isBad() const
        {
            return hasFailed || isPending || isUncorrected() || corrected >= manyCorrected;
        }
    };
    [[nodiscard]] static std::string errorText(const Gpu& gpu);

    void judge(const WatchedTick& now, std::uint32_t gpu, Derived& out);

    std::vector<Gpu> m_gpus;
    Episodes m_episodes;
};

} // namespace lockstep
