// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/detect/baseline/baseline.h"
#include "models/analysis/detect/baseline/episodes.h"
#include "models/analysis/detect/baseline/learnedseries.h"
#include "models/analysis/detect/watch/watchanalysis.h"
#include "models/core/metrics/metricnames.h"

#include <array>
#include <string_view>
#include <vector>

namespace lockstep {

/// Detects unevenly loaded inference pools (serving.imbalance), services and pools slower than their baseline
/// (serving.latency: time to first token, time per token, longest queue), and transfers between pools that are slower
/// than their baseline, fail or are waited for (serving.transfer). Smoothed over half a minute, because at a few
/// requests per second some node is always busiest. With little history, an imbalance is reported only if it slows the
/// service down or is large. A plain value, used by the analysis's worker.
class ServingWatch
{
public:
    static constexpr std::array<std::string_view, 8> watched{
        metrics::serving::imbalance,        metrics::serving::timeToFirstToken,
        metrics::serving::timePerToken,     metrics::serving::queue,
        metrics::serving::transferTime,     metrics::serving::transferTimeTail,
        metrics::serving::transferFailures, metrics::serving::transferWaiting};
    static constexpr float smoothedSeconds = 20;
    static constexpr EpisodeRule rule{.lasts = 8, .calm = 60};

    /// @param baselines stores learned baselines; null: they are not stored
    explicit ServingWatch(LearnedBaselines* baselines = nullptr)
        : m_baselines(baselines), m_learned(baselines, "service", "response time")
    { }

    void step(const WatchedTick& now, Derived& out);

private:
    struct Series
    {
        float level = noData;
        Baseline usual{30};
    };
    using Service = std::array<Series, watched.size()>;

    void recall(const WatchedTick& now, std::uint32_t job, Derived& out);
    [[nodiscard]] bool isSlower(const Topology& topology, std::uint32_t job) const;
    [[nodiscard]] bool isImbalanced(const Topology& topology, std::uint32_t job, float more, float news) const;
    void judge(const WatchedTick& now, std::uint32_t job, std::size_t column, Derived& out);

    LearnedBaselines* m_baselines;
    LearnedSeries m_learned;
    std::vector<Service> m_services; ///< by entity of kind Job
    Episodes m_episodes;
};

} // namespace lockstep
