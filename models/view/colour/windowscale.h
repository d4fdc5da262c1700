// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/time.h"
#include "models/view/colour/colourscale.h"

namespace lockstep {

class ClusterStore;

/// The scale for a metric over a stretch of time, by a sample of what is to be had of it there. Every view that colours
/// by a metric of the store asks here with the time window, so that a colour means the same in all of them. Where the
/// data decide, the range is rounded outwards: it is read more easily, and does not shimmer with every tick.
[[nodiscard]] ColourScale scaleOver(const ClusterStore& store, MetricId metric, TimeRange range);

} // namespace lockstep
