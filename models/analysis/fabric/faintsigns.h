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
    std::size_t links = 0; ///< that wait
    float wait = 0; ///< the most, share of the time
};

/// A leaf whose busier uplinks wait while its less busy ones do not.
struct CrowdedLeaf
{
    std::uint32_t device = 0;
    std::size_t links = 0; ///< that are crowded
    float extra = 0; ///< the most that one carries beyond the mean of its equals, share
    float wait = 0; ///< the most, share of the time
};

/// What shows only faintly at each link, and is reported by many that agree: by chance a few flows that fall together
/// make a link wait as long, but not the links of all leaves to one spine, nor to the same few spines. Each finding is
/// one that by chance would be there less than once in a hundred such fabrics, by how many links wait elsewhere. No
/// state.
/// @return none where too few links are known to say
[[nodiscard]] std::vector<WeakSwitch> faintlyWeakSwitches(const FabricModel& model);
/// Leaves that crowd the same uplinks as most leaves of their plane do.
[[nodiscard]] std::vector<CrowdedLeaf> faintlyCrowdedLeaves(const FabricModel& model);

/// Whether an uplink waits though it carries no more than others of its set, which wait at most a @p times of that;
/// nullopt: there are no others to compare with.
[[nodiscard]] std::optional<bool> waitsForNoLoad(const FabricModel& model, const EqualCostSet& set, std::uint32_t link,
                                                 float minWait, float times);

/// How likely @p hits or more of @p tries are, each with @p chance.
[[nodiscard]] double chanceOfAtLeast(std::size_t hits, std::size_t tries, double chance);

} // namespace lockstep
