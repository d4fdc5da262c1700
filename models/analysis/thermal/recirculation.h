// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

namespace lockstep {

/// Coldest air that the hall delivers, from all inlet temperatures: their 10th percentile, so that one wrong sensor
/// does not decide. NaN with fewer than four. @param inlets degrees Celsius, NaN where not measured
[[nodiscard]] float supplyAir(std::span<const float> inlets);

/// Share of the air a machine breathes that is exhaust, as the supply heat index says it:
///   (T_inlet - T_supply) / (T_exhaust - T_supply)        (Sharma, Bash, Patel, AIAA 2002-3091)
/// 0: all cold-aisle air. NaN when anything is, or when the exhaust is hardly warmer than the supply.
[[nodiscard]] float recirculationIndex(float inlet, float exhaust, float supply);

} // namespace lockstep
