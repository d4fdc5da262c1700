// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/sync/trace/oprows.h"
#include "models/analysis/sync/trace/trainingop.h"
#include "models/core/result.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace lockstep {

/// A trace as a table: one row per op of a step, one column ("lane") per (step, data-parallel rank). Lanes of a step
/// are adjacent: lane = step index * ranks + rank index. All steps share the rows of one model lane, so a simulation
/// walks the ops once and treats all lanes as a vector. Times are seconds.
struct OpLanes
{
    std::vector<OpKey> ops;
    std::vector<std::int32_t> steps; ///< ascending; without steps that lack too many ops
    std::vector<std::int32_t> dpRanks; ///< ascending
    std::vector<std::int32_t> stages; ///< ascending
    std::vector<double> modelStart; ///< per op, in the model lane; gives the order of ops within a worker
    std::vector<double> modelDuration;
    std::vector<double> start; ///< since the step's first start; [op * laneCount() + lane]; NaN: op missing there
    std::vector<double> duration; ///< same shape; NaN: op missing there
    std::vector<std::string> notes; ///< missing data of the trace, and how it was handled

    [[nodiscard]] std::size_t laneCount() const { return steps.size() * dpRanks.size(); }
    [[nodiscard]] std::size_t at(std::size_t op, std::size_t lane) const { return op * laneCount() + lane; }
};

/// Arranges a trace; the order of its ops does not matter. Fails if no step is complete enough.
[[nodiscard]] Result<OpLanes> arrangeInLanes(const TrainingTrace& trace);

} // namespace lockstep
