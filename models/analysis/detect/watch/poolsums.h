// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/detect/watch/watchanalysis.h"
#include "models/core/metrics/metricnames.h"

#include <array>
#include <cstdint>
#include <map>
#include <string_view>
#include <vector>

namespace lockstep {

/// Computes the metrics of inference services and their pools from the metrics of their replicas
/// ("chat/decode/node-17:8000"), which agents report. Most values are summed. The queue, the KV cache and the 99th
/// percentile are the maximum over the replicas. A median is the mean of the medians, weighted by requests. Values that
/// a source or TransferAnalysis provides for a service or pool are kept. A plain value, used by the analysis's worker.
class PoolSums
{
public:
    /// How the values of replicas are combined.
    enum class Form : std::uint8_t { Sum, Highest, Mean, Imbalance };

    static constexpr std::array<std::string_view, 20> watched{metrics::serving::requests,
                                                              metrics::serving::running,
                                                              metrics::serving::waiting,
                                                              metrics::serving::promptTokens,
                                                              metrics::serving::generatedTokens,
                                                              metrics::serving::preemptions,
                                                              metrics::serving::transferBytes,
                                                              metrics::serving::transferFailures,
                                                              metrics::serving::transferWaiting,
                                                              metrics::serving::kvCache,
                                                              metrics::serving::queue,
                                                              metrics::serving::timeToFirstToken,
                                                              metrics::serving::timeToFirstTokenTail,
                                                              metrics::serving::timePerToken,
                                                              metrics::serving::timePerTokenTail,
                                                              metrics::serving::requestTime,
                                                              metrics::serving::requestTimeTail,
                                                              metrics::serving::transferTime,
                                                              metrics::serving::transferTimeTail,
                                                              metrics::serving::imbalance};
    static constexpr TickIndex unreportedTicks = 3; ///< before a figure of a service or pool counts as not reported

    void step(const WatchedTick& now, Derived& out);

private:
    struct Whole
    {
        std::vector<std::uint32_t> replicas; ///< entities
        /// By column: ticks in which only replicas had a value so far, at most unreportedTicks.
        std::array<TickIndex, watched.size()> unreported{};
    };

    void findReplicas(const Topology& topology);
    [[nodiscard]] static float combined(const WatchedTick& now, const Whole& whole, std::size_t column, Form form);

    TopologyPtr m_topology; ///< of m_wholes
    std::map<std::uint32_t, Whole> m_wholes; ///< services and pools
};

} // namespace lockstep
