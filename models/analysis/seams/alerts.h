// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/seams/alert.h"
#include "models/analysis/seams/observedjobs.h"
#include "models/core/topology.h"
#include "models/ingest/derived.h"

#include <span>
#include <vector>

namespace lockstep {

/// The causes that need an operator at a moment, the most pressing first: active before acknowledged, shelved and
/// cleared, then the worst, then the one that began first.
///
/// A pure function of what was told up to that moment, in any order and more than once: the same live, in the past, in
/// a replay and without a window. Any thread.
/// @param events everything that was told; what is later than @p now does not count
[[nodiscard]] std::vector<Alert> alertsAt(std::span<const DerivedEvent> events, const Topology& topology,
                                          const ObservedJobs& jobs, TimePoint now);

} // namespace lockstep
