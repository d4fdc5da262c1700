// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/sync/trace/trainingop.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace lockstep {

/// An op without its rank and step: the same row for every lane.
struct OpKey
{
    OpType type = OpType::ForwardCompute;
    std::uint32_t stage = 0; ///< index into the sorted list of stages
    std::int32_t sequence = 0;
    std::int32_t chunk = TrainingOp::unknown;
};

/// Position of each op of a trace: its lane (step, rank) and its row (op of the model step).
struct OpRows
{
    static constexpr std::uint32_t none = 0xFFFFFFFF;

    std::vector<std::int32_t> steps; ///< ascending
    std::vector<std::int32_t> dpRanks; ///< ascending
    std::vector<std::int32_t> stages; ///< ascending
    std::vector<OpKey> ops; ///< the rows
    std::vector<std::uint32_t> laneOf; ///< per op of the trace: step index * ranks + rank index
    std::vector<std::uint32_t> rowOf; ///< per op of the trace; none: the model step has no such op
    std::vector<std::uint32_t> opsOfLane; ///< per lane: number of ops with a row
    std::size_t modelLane = 0; ///< the lane whose ops are the rows

    [[nodiscard]] std::size_t laneCount() const { return steps.size() * dpRanks.size(); }
};

/// Numbers ops without a sequence by start, within type, stage, rank and step.
void numberUnnumbered(std::vector<TrainingOp>& ops);

/// The distinct steps, ranks and stages of `ops`; needs at least one op.
[[nodiscard]] OpRows surveyOps(const std::vector<TrainingOp>& ops);

/// Chooses the model lane and assigns lanes and rows to all ops. @pre laneCount() was checked
void assignRows(OpRows& rows, const std::vector<TrainingOp>& ops);

} // namespace lockstep
