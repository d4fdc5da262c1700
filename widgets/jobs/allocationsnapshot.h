// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/ids.h"
#include "models/core/time.h"
#include "models/store/allocations.h"

#include <cstdint>
#include <string>
#include <vector>

namespace lockstep {

class ClusterStore;

struct NodeAllocation
{
    EntityRef node;
    EntityRef rack; ///< invalid: in no rack
    std::uint32_t gpus = 0;
    std::uint32_t allocated = 0;
    bool isUnavailable = false; ///< drained or down
    std::string reason; ///< why; empty: not known
    std::vector<AllocatedPart> parts; ///< may cover fewer GPUs than allocated: the others' jobs are unknown

    [[nodiscard]] std::uint32_t idle() const { return isUnavailable ? 0 : gpus - allocated; }
    [[nodiscard]] bool isFree() const { return !isUnavailable && allocated == 0 && gpus > 0; }
};

/// Which jobs hold which nodes and GPUs at one moment, and what is free.
struct AllocationSnapshot
{
    std::vector<NodeAllocation> nodes; ///< nodes known to the scheduler, by rack
    std::uint64_t gpus = 0;
    std::uint64_t allocated = 0;
    std::uint64_t idleInFree = 0; ///< on nodes without any job
    std::uint64_t idleInPart = 0; ///< on partly used nodes: not usable by jobs that need whole nodes
    std::uint64_t unavailable = 0; ///< drained or down, and not allocated
    std::uint64_t largestFree = 0; ///< GPUs of whole free nodes in one rack
    EntityRef largestFreeRack; ///< rack of those nodes; invalid: they are in no rack
    std::uint64_t nodesUnavailable = 0;
    double jobsPending = 0; ///< NaN: not known
    double gpusWanted = 0;
    double longestWaitSeconds = 0;
    bool isAsked = false; ///< whether a scheduler is queried
    bool isPending = false; ///< part of it is still being read
};

/// Reads the allocation from the store. @param moment that the store shows
[[nodiscard]] AllocationSnapshot readAllocation(const ClusterStore& store, TimePoint moment);

} // namespace lockstep
