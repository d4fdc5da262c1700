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
    std::uint32_t rootSwitch = FabricMap::none; ///< that cannot take or pass on what the root ports send it
    std::vector<std::uint32_t> rootPorts; ///< that wait for it themselves, most victims first
    std::uint32_t victims = 0; ///< ports that wait, the root ports among them
    float worstWait = 0; ///< largest share of time that a root port had data but no credit
};

struct CongestionLimits
{
    float wait = 0.01F; ///< share of time with data but no credit from which a port counts as waiting
    std::uint32_t fewestVictims = 2; ///< a port alone is no tree
};

/// Follows back-pressure: a port that waits for credit waits for the switch ahead, which does not drain because one of
/// its own ports waits in turn, and so on to the root (as Gran, Reinemo et al. tell a tree's root from its victims,
/// IPDPS 2010). Roots that wait for the same switch make one tree. @param waits by port, NaN: not measured
/// @return worst first, by victims
[[nodiscard]] std::vector<CongestionTree> findCongestion(const FabricMap& map, std::span<const float> waits,
                                                         CongestionLimits limits = {});

} // namespace lockstep
