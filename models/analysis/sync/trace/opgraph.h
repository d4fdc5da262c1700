// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/sync/trace/oplanes.h"
#include "models/core/result.h"

#include <cstdint>
#include <span>
#include <vector>

namespace lockstep {

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

} // namespace lockstep
