// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views3d/hallmode.h"

#include <span>
#include <vector>

namespace lockstep {

/// Current values less the median of their peers, in the metric's unit, by entity index; NaN for what is not current or
/// has too few peers. Peers of a GPU's temperature sit in the same slot, are cooled alike and draw about the same power
/// (see PeerComparison); where a slot has too few of them, any slot counts. Peers of anything else have the same name
/// in other nodes: eth0 does the same work everywhere; things with names of their own (nodes, racks) are peers of all
/// of their kind.
[[nodiscard]] std::vector<float> deviationsFromPeers(const HallMoment& moment, std::span<const HallReading> readings);

} // namespace lockstep
