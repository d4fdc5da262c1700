// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/traces/spans/tracespans.h"
#include "models/core/batchptr.h"
#include "models/core/ids.h"

#include <vector>

namespace lockstep {

/// A trace as batches, so that it is read like what agents send: nodes in the order of lanes, each span in the tick
/// in which it ended, all in the order of time. A batch holds a bounded number of spans.
/// @param tickPeriod the dashboard's
[[nodiscard]] std::vector<BatchPtr> batchesOfTrace(const TraceSpans& spans, SourceId source, Duration tickPeriod);

} // namespace lockstep
