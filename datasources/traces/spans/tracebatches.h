// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/traces/spans/tracespans.h"
#include "models/core/batchptr.h"
#include "models/core/ids.h"

#include <vector>

namespace lockstep {

/// Converts a trace to batches like those of agents: nodes in the order of lanes, each span in the tick of its end, in
/// order of time. A batch has a bounded number of spans.
/// @param tickPeriod of the dashboard
[[nodiscard]] std::vector<BatchPtr> batchesOfTrace(const TraceSpans& spans, SourceId source, Duration tickPeriod);

} // namespace lockstep
