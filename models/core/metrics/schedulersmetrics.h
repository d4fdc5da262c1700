// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/metrics/metricnames.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace lockstep {

/// What a scheduler knows of nodes that are not its own. Whoever speaks of another's node may say this of it and
/// nothing else.
[[nodiscard]] inline bool isSchedulersMetric(std::string_view name)
{
    static constexpr std::array<std::string_view, 5> known{metrics::node::gpus, metrics::node::gpusAllocated,
                                                           metrics::node::gpusIdle, metrics::node::gpusUnavailable,
                                                           metrics::node::drained};
    return std::ranges::find(known, name) != known.end();
}

/// What a scheduler knows of a job, beside what the job's own ranks tell of it: the one takes nothing from the others.
[[nodiscard]] inline bool isSchedulersJobMetric(std::string_view name)
{
    static constexpr std::array<std::string_view, 5> known{metrics::job::allocatedGpus, metrics::job::allocatedNodes,
                                                           metrics::job::queueTime, metrics::job::requeues,
                                                           metrics::job::pending};
    return std::ranges::find(known, name) != known.end();
}

} // namespace lockstep
