// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views3d/values/hallmode.h"

#include <span>
#include <vector>

namespace lockstep {

/// The metric with the deviation of another one: "gpu.temperature.deviation" of "gpu.temperature". Invalid if there is
/// none of the same kind of entity.
[[nodiscard]] MetricId deviationOf(const ClusterStore& store, MetricId metric);
/// What that metric says at the moment, by entity index; NaN where it says nothing, empty without such a metric. An
/// analysis may be a few ticks behind.
[[nodiscard]] std::vector<float> computedDeviations(const HallMoment& moment, std::size_t count);

/// Current values less the median of their peers, in the metric's unit, by entity index; NaN for what is not current or
/// has too few peers. As an analysis has worked them out, else by a simpler comparison made here: peers of a GPU's
/// temperature sit in the same slot, are cooled alike and draw about the same power (see PeerComparison); where a slot
/// has too few of them, any slot counts. Peers of anything else have the same name in other nodes: eth0 does the same
/// work everywhere; entities with names of their own (nodes, racks) are peers of all of their kind.
[[nodiscard]] std::vector<float> deviationsFromPeers(const HallMoment& moment, std::span<const HallSample> samples);

} // namespace lockstep
