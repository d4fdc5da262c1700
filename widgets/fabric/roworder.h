// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/store/clusterstore.h"
#include "widgets/fabric/fabricmatrix.h"

namespace lockstep {

/// Groups rows by job: a node by the job with most of its lanes, a leaf by that of most of its nodes. Rows without a
/// job come last.
[[nodiscard]] FabricMatrix orderedByJob(const FabricMatrix& matrix, const ClusterStore& store);

/// Rows with similar values side by side, as they were on average over @p ticks.
[[nodiscard]] FabricMatrix orderedBySimilarity(const FabricMatrix& matrix, const ClusterStore& store, MetricId metric,
                                               TickRange ticks);

} // namespace lockstep
