// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/time.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace lockstep {

class ClusterStore;

/// GPUs of a job on one node, according to the scheduler.
struct AllocatedPart
{
    std::string job;
    std::string tenant;
    std::uint32_t gpus = 0;
    std::uint64_t which = 0; ///< one bit per GPU, in the scheduler's numbering; 0: unknown

    friend bool operator==(const AllocatedPart&, const AllocatedPart&) = default;
};

/// The last report of the scheduler on a node, up to a moment.
struct NodeHoldings
{
    std::vector<AllocatedPart> parts;
    std::string drainReason; ///< empty: not drained, or not known
};

/// Whether the lane is one in which a scheduler reports a node's allocations; its entity is the node.
[[nodiscard]] bool isAllocationLane(const ClusterStore& store, std::size_t lane);
/// Reads the spans in memory of such a lane.
[[nodiscard]] NodeHoldings holdingsAt(const ClusterStore& store, std::size_t lane, TimePoint moment);

} // namespace lockstep
