// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/simulation/cluster/clusterspec.h"
#include "models/simulation/cluster/drill.h"
#include "models/simulation/fabric/fattree.h"

#include <cstdint>
#include <string>
#include <vector>

namespace lockstep::sim {

/// A drill's target on one cluster: positions wrap around, and the required type of cooling is searched for.
struct ResolvedTarget
{
    std::uint32_t node = 0;
    std::uint32_t gpu = 0; ///< of the whole cluster
    std::vector<std::uint32_t> gpus; ///< the one, or all of the node when the drill names none
    std::vector<std::uint32_t> racks;
    std::uint32_t loop = 0;
    std::uint32_t nic = 0;
    bool isNic = false; ///< of a link: node and rail were named, not leaf and spine
    std::vector<std::uint32_t> leaves;
    std::vector<std::uint32_t> uplinks;
    std::uint32_t job = 0;
    std::uint32_t service = 0;
};

[[nodiscard]] ResolvedTarget resolveTarget(const DrillFault& fault, const ClusterSpec& spec, const FatTree& tree);

/// Names of what a fault breaks, as paths: "node-0017/gpu3", "rack B04", "r0-leaf02/to:r0-spine05".
[[nodiscard]] std::vector<std::string> targetNames(const DrillFault& fault, const ClusterSpec& spec,
                                                   const FatTree& tree);

} // namespace lockstep::sim
