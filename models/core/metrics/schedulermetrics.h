// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/metrics/metricnames.h"

#include <string_view>

namespace lockstep {

/// Metrics of a scheduler's jobs, nodes, tenants and totals, in the order in which they are written.
namespace scheduled {
inline constexpr std::string_view jobMetrics[]{metrics::job::allocatedGpus, metrics::job::allocatedNodes,
                                               metrics::job::queueTime, metrics::job::requeues, metrics::job::pending};
inline constexpr std::string_view nodeMetrics[]{metrics::node::gpus, metrics::node::gpusAllocated,
                                                metrics::node::drained, metrics::node::gpusIdle,
                                                metrics::node::gpusUnavailable};
inline constexpr std::string_view tenantMetrics[]{metrics::tenant::gpusAllocated, metrics::tenant::gpusWanted,
                                                  metrics::tenant::jobsRunning, metrics::tenant::jobsPending};
inline constexpr std::string_view sumMetrics[]{metrics::scheduler::gpus,
                                               metrics::scheduler::gpusAllocated,
                                               metrics::scheduler::gpusIdle,
                                               metrics::scheduler::gpusUnavailable,
                                               metrics::scheduler::gpusOnIdleNodes,
                                               metrics::scheduler::gpusWanted,
                                               metrics::scheduler::fragmentation,
                                               metrics::scheduler::nodesUnavailable,
                                               metrics::scheduler::jobsRunning,
                                               metrics::scheduler::jobsPending,
                                               metrics::scheduler::longestWait,
                                               metrics::scheduler::answerTime};
} // namespace scheduled

} // namespace lockstep
