// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/metrics/metricnames.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace lockstep {

/// Metrics that a scheduler may report for other agents' nodes. No other metric is accepted from it.
[[nodiscard]] inline bool isSchedulersMetric(std::string_view name)
{
    static constexpr std::array<std::string_view, 5> known{metrics::node::gpus, metrics::node::gpusAllocated,
                                                           metrics::node::gpusIdle, metrics::node::gpusUnavailable,
                                                           metrics::node::drained};
    return std::ranges::find(known, name) != known.end();
}

/// Metrics of a job that a scheduler reports, in addition to those of the job's own ranks.
[[nodiscard]] inline bool isSchedulersJobMetric(std::string_view name)
{
    static constexpr std::array<std::string_view, 5> known{metrics::job::allocatedGpus, metrics::job::allocatedNodes,
                                                           metrics::job::queueTime, metrics::job::requeues,
                                                           metrics::job::pending};
    return std::ranges::find(known, name) != known.end();
}

} // namespace lockstep
