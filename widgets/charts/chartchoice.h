// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/store/clusterstore.h"

#include <string>
#include <vector>

namespace lockstep {

class Selection;

/// Which charts to draw: one per metric, with a line per entity.
struct ChartChoice
{
    std::vector<MetricId> metrics; ///< the shared metric first if it is of this kind
    std::vector<EntityRef> entities; ///< of one kind
    std::size_t leftOut = 0; ///< selected entities that are not drawn
    bool isSelected = false; ///< false: nothing is selected, so these are the first node's key metrics

    friend bool operator==(const ChartChoice&, const ChartChoice&) = default;
};

/// Chooses charts for the selection: the entities of the kind selected last, or their children if that kind has no
/// metrics; without a selection the first node. A peak metric is drawn in the chart of its mean.
[[nodiscard]] ChartChoice chooseCharts(const ClusterStore& store, const Selection& selection);

/// The peak metric of a mean ("x" -> "x.peak"); invalid if there is none.
[[nodiscard]] MetricId peakMetric(const MetricTable& metrics, MetricId mean);

} // namespace lockstep
