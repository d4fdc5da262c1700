// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/causality/observedjobs.h"
#include "models/analysis/goodput/figure.h"
#include "models/core/metric.h"

#include <memory>
#include <vector>

namespace lockstep {

class SeamGraph;

/// GPUs that communicate with each other, in ring order.
struct PlacedGroup
{
    std::shared_ptr<const std::vector<EntityRef>> gpus; ///< never null; invalid ones: not known
    float traffic = noData; ///< bytes per second that each passes on
};

/// How a job's groups are placed on nodes, rails and leaves. A ring has one hop from each member to the next; a hop
/// between GPUs whose NICs share no leaf crosses the spine.
struct Placement
{
    std::size_t nodes = 0;
    std::size_t gpus = 0; ///< of the job
    std::size_t gpusOfNodes = 0; ///< of the nodes that it is on
    std::size_t gpusOfOthers = 0; ///< there, of other jobs that report
    std::size_t groups = 0; ///< of two and more
    std::size_t uneven = 0; ///< whose size neither divides a node's GPUs nor is a multiple of them
    std::size_t split = 0; ///< that would fit into one node, and are on several
    std::size_t acrossRails = 0; ///< with neighbours in the ring on different rails
    std::size_t acrossLeaves = 0;
    std::size_t hops = 0; ///< between nodes
    std::size_t crossing = 0; ///< the spine
    std::size_t minCrossing = 0; ///< of any placement of the same groups on leaves of that size
    double crossingTraffic = 0; ///< bytes per second, where it is measured
    double sparedTraffic = 0; ///< of that, with the least crossing
    bool hasTraffic = false;
    std::vector<std::string> contenders; ///< other jobs that send over switches of its own
    struct Shared
    {
        std::string job;
        std::size_t links = 0;
    };
    std::vector<Shared> shared; ///< other jobs that send over links of its own, most links first
};

/// @param job one of the graph's
[[nodiscard]] Placement placementOf(const ObservedJob& job, const std::vector<PlacedGroup>& groups,
                                    const SeamGraph& graph);

/// The same for people; values that need groups or a fabric are reported as unknown without them.
[[nodiscard]] FigureGroup placementFigures(const Placement& placement);

} // namespace lockstep
