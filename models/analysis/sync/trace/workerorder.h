// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/sync/trace/oplanes.h"

#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace lockstep {

/// The ops of one worker (one stage of the model lane) by type, each in start order. Ops are indices into OpLanes::ops.
struct WorkerOps
{
    std::array<std::vector<std::uint32_t>, opTypeCount> byType;
    std::vector<std::uint32_t> computes; ///< forward and backward together
    std::vector<std::uint32_t> dataParallel; ///< params-all-gather and grads-reduce-scatter together

    [[nodiscard]] std::span<const std::uint32_t> of(OpType type) const
    {
        return byType[static_cast<std::size_t>(type)];
    }
};

[[nodiscard]] std::vector<WorkerOps> opsOfWorkers(const OpLanes& lanes);

/// The sends or recvs of one direction that belong to a compute, in start order. Excludes a recv that starts after the
/// last compute of its direction started, and a send that ends before the first one ended.
[[nodiscard]] std::vector<std::uint32_t> validTransfers(const OpLanes& lanes, const WorkerOps& worker, OpType type);

/// first must end before second starts.
using Dependency = std::pair<std::uint32_t, std::uint32_t>;

/// Adds the dependencies within one worker. Source: whatif method of "Understanding Stragglers in Large Model Training
/// Using What-if Analysis" (OSDI 2025).
void addWorkerOrder(const OpLanes& lanes, const WorkerOps& worker, std::vector<Dependency>& dependencies);

} // namespace lockstep
