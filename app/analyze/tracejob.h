// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/traces/spans/tracespans.h"
#include "models/analysis/sync/tracking/syncsnapshot.h"

#include <memory>

namespace lockstep {

/// What the window finds of the waiting of a trace: the same tracker, fed with the same spans in the same batches. Its
/// lanes are those of the trace. Null where the trace holds no span.
[[nodiscard]] std::shared_ptr<const JobSync> jobOfTrace(const TraceSpans& spans);

} // namespace lockstep
