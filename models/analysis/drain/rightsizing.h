// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/causality/observedjobs.h"
#include "models/analysis/goodput/figuretext.h"
#include "models/core/metric.h"

#include <memory>
#include <vector>

namespace lockstep {

class DependencyGraph;

/// GPUs that communicate with each other, in ring order.
struct PlacedGroup
{
    std::shared_ptr<const std::vector<EntityRef>> gpus; ///< never null; invalid elements: unknown
    float traffic = noData; ///< bytes per second that each member sends
};

/// How a job's groups are placed on nodes, rails and leaves. A ring has one hop from each member to the next; a hop
/// between GPUs whose NICs share no leaf crosses the spine.
struct Placement
{
    std::size_t nodes = 0;
    std::size_t gpus = 0; ///< of the job
    std::size_t gpusOfNodes = 0; ///< of the nodes on which it runs
    std::size_t gpusOfOthers = 0; ///< of these, used by other reporting jobs
    std::size_t groups = 0; ///< with two or more members
    std::size_t uneven = 0; ///< groups whose size neither divides a node's GPUs nor is a multiple of them
    std::size_t split = 0; ///< groups that would fit into one node but are on several
    std::size_t acrossRails = 0; ///< have ring neighbours on different rails
    std::size_t acrossLeaves = 0;
    std::size_t hops = 0; ///< between nodes
    std::size_t crossing = 0; ///< hops that cross the spine
    std::size_t minCrossing = 0; ///< minimum for the same groups on leaves of that size
    double crossingTraffic = 0; ///< bytes per second, if measured
    double sparedTraffic = 0; ///< part of the traffic that the minimum would save
    bool hasTraffic = false;
    std::vector<std::string> contenders; ///< other jobs that use switches of this job
    struct Shared
    {
        std::string job;
        std::size_t links = 0;
    };
    bool isCabled = false; ///< its nodes and the switches to which they are connected are known
    std::vector<Shared> shared; ///< other jobs that use links of this job, most links first
};

[[nodiscard]] Placement placementOf(const ObservedJob& job, const std::vector<PlacedGroup>& groups,
                                    const DependencyGraph& graph);

/// The same for display. Values that need groups or a fabric are reported as unknown without them.
[[nodiscard]] FigureGroup placementFigures(const Placement& placement);

} // namespace lockstep
