// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/sync/trace/opgraph.h"
#include "models/analysis/sync/trace/oplanes.h"

#include <array>
#include <vector>

namespace lockstep {

/// Duration of each op without waits, in seconds.
struct OpDurations
{
    /// [op * laneCount + lane]: the duration of an op outside a group; for a grouped op its transfer, which is its end
    /// minus the latest start in its group. Missing ops have the ideal value.
    std::vector<double> observed;

    /// By op type, over ranks, stages and steps: the mean duration of compute-like ops, the median transfer of
    /// communication.
    std::array<double, opTypeCount> ideal{};
};

[[nodiscard]] OpDurations opDurations(const OpLanes& lanes, const OpGraph& graph);

} // namespace lockstep
