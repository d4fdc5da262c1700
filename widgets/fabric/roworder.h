// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/store/clusterstore.h"
#include "widgets/fabric/fabricmatrix.h"

namespace lockstep {

/// Rows of one job together, named after it: a node by the job whose spans it has most lanes of, a leaf by that of most
/// of its nodes. What has no job comes last.
[[nodiscard]] FabricMatrix orderedByJob(const FabricMatrix& matrix, const ClusterStore& store);

/// Rows with similar values side by side, as they were on average over @p ticks.
[[nodiscard]] FabricMatrix orderedBySimilarity(const FabricMatrix& matrix, const ClusterStore& store, MetricId metric,
                                               TickRange ticks);

} // namespace lockstep
