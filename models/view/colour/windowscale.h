// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/time.h"
#include "models/view/colour/colourscale.h"

namespace lockstep {

class ClusterStore;

/// The scale for a metric over a time range, from a sample of its data. All views share it, so that a colour means the
/// same everywhere. If the data determines the range, it is rounded outwards, to be readable and stable.
[[nodiscard]] ColourScale scaleOver(const ClusterStore& store, MetricId metric, TimeRange range);

} // namespace lockstep
