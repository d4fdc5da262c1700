// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/traces/spans/tracespans.h"
#include "models/analysis/sync/tracking/syncsnapshot.h"

#include <memory>

namespace lockstep {

/// The window's analysis of waits, run over a trace: same tracker, same batches. Lanes are those of the trace. Null if
/// the trace has no spans.
[[nodiscard]] std::shared_ptr<const JobSync> jobOfTrace(const TraceSpans& spans);

} // namespace lockstep
