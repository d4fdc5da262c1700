// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/detect/baseline/episodes.h"
#include "models/analysis/detect/watch/steppedanalysis.h"
#include "models/analysis/detect/watch/watchanalysis.h"
#include "models/core/metrics/metricnames.h"

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

/// Detects ranks whose values differ from their peers' at the same step (gpu.diverging), a sign of silent corruption,
/// which no counter shows. A gradient norm that nearly all ranks share must be identical; values that each rank
/// computes from its own data count only if one is far outside for several steps. A plain value, used by the analysis's
/// worker.
class DivergenceWatch
{
public:
    static constexpr std::array<std::string_view, 3> watched{metrics::gpu::trainStep, metrics::gpu::trainLoss,
                                                             metrics::gpu::trainGradientNorm};
    static constexpr std::size_t minPeers = 4;
    static constexpr double agreeing = 1e-3; ///< relative to the median: equal except for rounding in logs
    static constexpr double nearlyAll = 0.75; ///< share of ranks that must agree for a value to be considered shared
    static constexpr double disagreeing = 1e-2;
    static constexpr double farOutside = 8; ///< robust standard deviations
    static constexpr double farFrom = 0.5; ///< relative to the median, in addition
    static constexpr EpisodeRule sharedRule{.lasts = 2, .calm = 20}; ///< steps
    static constexpr EpisodeRule ownRule{.lasts = 5, .calm = 20};
    static constexpr TickIndex forgotten = 600; ///< ticks without a comparable step

    /// The GPUs of a job's ranks.
    struct Job
    {
        std::string name;
        std::vector<EntityRef> gpus;
    };

    void step(const WatchedTick& now, std::span<const Job> jobs, Derived& out);

private:
    struct Progress
    {
        float judged = -1; ///< the last compared step
        TickIndex steps = 0; ///< number of compared steps
        TickIndex at = 0;
    };
    struct Value
    {
        EntityRef gpu;
        double value = 0;
    };

    void compare(const WatchedTick& now, const Job& job, Progress& progress, float step, Derived& out);
    void judge(const WatchedTick& now, const Job& job, const Progress& progress, float step, std::size_t column,
               const std::vector<Value>& values, Derived& out);
    void forget(const WatchedTick& now, Derived& out);

    std::map<std::string, Progress> m_jobs; ///< by name
    std::map<Episodes::Key, std::string> m_open; ///< reported episodes, with their job
    Episodes m_episodes;
};

/// Compares the values that the ranks of a job compute; see DivergenceWatch. The GPUs of a job are known from its
/// spans. Owned by the host.
class DivergenceAnalysis final : public SteppedAnalysis<DivergenceWatch>
{
public:
    [[nodiscard]] Task take(const ClusterStore& store, const ChangeSet& changes) override;

private:
    using Jobs = std::vector<DivergenceWatch::Job>;

    std::size_t m_lanes = 0; ///< number of lanes from which the jobs were determined
    std::uint64_t m_lanesOf = 0; ///< generation of the lanes
    std::shared_ptr<const Jobs> m_jobs;
};

} // namespace lockstep
