// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/fabric/fabricmap.h"

#include <cstdint>
#include <span>
#include <vector>

namespace lockstep {

/// Ports that block each other, and the port that all of them wait for.
struct CongestionTree
{
    std::uint32_t rootSwitch = FabricMap::none; ///< cannot receive or forward the traffic of the root ports
    std::vector<std::uint32_t> rootPorts; ///< wait for the root switch themselves, most victims first
    std::uint32_t victims = 0; ///< number of waiting ports, including the root ports
    float worstWait = 0; ///< largest share of time that a root port had data but no credit
};

struct CongestionLimits
{
    float wait = 0.01F; ///< share of time with data but no credit from which on a port counts as waiting
    std::uint32_t fewestVictims = 2; ///< a single port is not a tree
};

/// Follows back-pressure: a port that waits for credit waits for the switch ahead, which does not drain because one of
/// its own ports waits, and so on to the root (as Gran, Reinemo et al. distinguish a tree's root from its victims,
/// IPDPS 2010). Roots that wait for the same switch form one tree. @param waits by port, NaN: not measured
/// @return worst first, by victims
[[nodiscard]] std::vector<CongestionTree> findCongestion(const FabricMap& map, std::span<const float> waits,
                                                         CongestionLimits limits = {});

} // namespace lockstep
