// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/sync/trace/trainingop.h"
#include "models/core/result.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
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

/// Ops that end only when all of them have started. An op that waits for no other is alone in its group.
struct OpGroup
{
    std::vector<std::uint32_t> ops; ///< indices into OpLanes::ops, at least one
    bool spansRanks = false; ///< the same ops of all data-parallel ranks belong to it too
};

/// Dependencies between the ops of one step; shared by all steps and data-parallel ranks.
struct OpGraph
{
    std::vector<OpGroup> groups; ///< topologically sorted
    std::vector<std::uint32_t> dependsOn; ///< op i depends on dependsOn[dependsFrom[i] .. dependsFrom[i + 1])
    std::vector<std::uint32_t> dependsFrom;

    [[nodiscard]] std::span<const std::uint32_t> dependenciesOf(std::uint32_t op) const
    {
        return std::span(dependsOn).subspan(dependsFrom[op], dependsFrom[op + 1] - dependsFrom[op]);
    }
};

/// Builds the graph from the model lane. Fails if the recorded order is contradictory (a cycle).
[[nodiscard]] Result<OpGraph> buildOpGraph(const OpLanes& lanes);

/// Duration of each op without waits, in seconds.
struct OpDurations
{
    /// [op * laneCount + lane]: the duration of an op outside a group. For a grouped op: its transfer, that is its end
    /// minus the latest start in its group. Missing ops have the ideal value.
    std::vector<double> observed;

    /// By op type, over ranks, stages and steps: the mean duration of compute-like ops, the median transfer of
    /// communication.
    std::array<double, opTypeCount> ideal{};
};

[[nodiscard]] OpDurations opDurations(const OpLanes& lanes, const OpGraph& graph);

} // namespace lockstep
