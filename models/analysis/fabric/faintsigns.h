// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/fabric/fabricmodel.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace lockstep {

/// A switch above the leaves whose links wait for credit although they carry no more than links to its equals.
struct WeakSwitch
{
    std::uint32_t device = 0;
    std::size_t links = 0; ///< number of waiting links
    float wait = 0; ///< maximum share of the time
};

/// A leaf whose busier uplinks wait while its less busy ones do not.
struct CrowdedLeaf
{
    std::uint32_t device = 0;
    std::size_t links = 0; ///< number of overloaded uplinks
    float extra = 0; ///< maximum excess over the mean of its equals, relative
    float wait = 0; ///< maximum share of the time
};

/// Signs that are weak on each link, but significant because many links agree: by chance, coinciding flows make single
/// links wait as long, but not the links of all leaves to one spine, nor to the same few spines. Each finding has a
/// probability of less than one in a hundred such fabrics, given the number of waiting links elsewhere. Stateless.
/// @return empty if too few links are known
[[nodiscard]] std::vector<WeakSwitch> faintlyWeakSwitches(const FabricModel& model);
/// Leaves that overload the same uplinks as most leaves of their plane.
[[nodiscard]] std::vector<CrowdedLeaf> faintlyCrowdedLeaves(const FabricModel& model);

/// Whether an uplink waits more than @p times the median of the uplinks of its set that carry at least as much;
/// nullopt: there are too few of these.
[[nodiscard]] std::optional<bool> waitsForNoLoad(const FabricModel& model, const EqualCostSet& set, std::uint32_t link,
                                                 float minWait, float times);

/// Probability of @p hits or more in @p tries, each with @p chance.
[[nodiscard]] double chanceOfAtLeast(std::size_t hits, std::size_t tries, double chance);

} // namespace lockstep
