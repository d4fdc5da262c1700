// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/time.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace lockstep {

/// Operation types of a training job's worker, in the terms of traces.
enum class OpType : std::uint8_t {
    ForwardCompute,
    BackwardCompute,
    ForwardSend,
    ForwardRecv,
    BackwardSend,
    BackwardRecv,
    ParamsAllGather,
    GradsReduceScatter,
    SeparateGradsAllReduce,
    EmbeddingGradsAllReduce,
    LayernormGradsAllReduce,
    OptimizerClipMainGrad,
    Optimizer,
    GarbageCollection,
};

inline constexpr std::size_t opTypeCount = 14;

/// Stable word of an op type ("grads-reduce-scatter"), as traces spell it.
[[nodiscard]] std::string_view opTypeName(OpType type);
[[nodiscard]] std::optional<OpType> opTypeFromName(std::string_view name);

/// Name under which an op type's share is reported: sends and recvs of one direction share a name ("forward-pp-comm").
[[nodiscard]] std::string_view opTypeReportName(OpType type);

/// Work of the rank alone: forward, backward, optimizer, gc. The rest is communication.
[[nodiscard]] constexpr bool isComputeLike(OpType type)
{
    return type == OpType::ForwardCompute || type == OpType::BackwardCompute || type == OpType::Optimizer
        || type == OpType::GarbageCollection;
}

/// One operation of one worker (data-parallel rank, pipeline stage) in one step.
struct TrainingOp
{
    static constexpr std::int32_t unknown = -1;

    TimePoint start; ///< one clock for the whole trace
    Duration duration{}; ///< of a transfer: at least -10 ms, because clocks differ
    OpType type = OpType::ForwardCompute;
    std::int32_t step = 0;
    std::int32_t dpRank = 0;
    std::int32_t stage = 0;
    std::int32_t sequence = unknown; ///< n-th of its type on its worker in its step; unknown: by start
    std::int32_t chunk = unknown; ///< model chunk of an interleaved pipeline
};

/// Ops of whole steps of one training job, in no particular order.
struct TrainingTrace
{
    std::vector<TrainingOp> ops;
};

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
