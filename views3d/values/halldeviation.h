// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views3d/values/hallmode.h"

#include <span>
#include <vector>

namespace lockstep {

/// The metric with the deviation of another one: "gpu.temperature.deviation" for "gpu.temperature". Invalid if none
/// exists for the same entity kind.
[[nodiscard]] MetricId deviationOf(const ClusterStore& store, MetricId metric);
/// Values of the deviation metric at the moment, by entity index; NaN: no value; empty if there is no such metric. The
/// analysis that computes them may be a few ticks behind.
[[nodiscard]] std::vector<float> computedDeviations(const HallMoment& moment, std::size_t count);

/// Current values minus the median of their peers, in the metric's unit, by entity index; NaN if not current or with
/// too few peers. Uses analysis results if available, otherwise a simpler comparison: GPU temperatures among GPUs with
/// the same slot, cooling and about the same power (see PeerComparison), or any slot if there are too few; other
/// entities with those of the same name in other nodes (eth0); nodes and racks with all of their kind.
[[nodiscard]] std::vector<float> deviationsFromPeers(const HallMoment& moment, std::span<const HallSample> samples);

} // namespace lockstep
