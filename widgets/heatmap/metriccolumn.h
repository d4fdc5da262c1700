// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/store/clusterstore.h"
#include "widgets/heatmap/gridrows.h"

#include <optional>
#include <span>
#include <vector>

namespace lockstep {

/// A metric of all entities at a tick, or the newest values (nullopt) without those of silent nodes, which no longer
/// hold. @param scratch storage for the result if it is not a view of the store
[[nodiscard]] std::span<const float> believedColumn(const ClusterStore& store, const GridRows& rows, MetricId metric,
                                                    std::optional<TickIndex> tick, std::vector<float>& scratch);

} // namespace lockstep
