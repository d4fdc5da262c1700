// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

namespace lockstep {

/// Temperature of the air supplied to the hall: the 10th percentile of all inlet temperatures, which is robust against
/// wrong sensors. NaN with fewer than four. @param inlets degrees Celsius, NaN: not measured
[[nodiscard]] float supplyAir(std::span<const float> inlets);

/// Share of exhaust in the inlet air, by the supply heat index: (T_inlet - T_supply) / (T_exhaust - T_supply) (Sharma,
/// Bash, Patel, AIAA 2002-3091). 0: only cold-aisle air. NaN if an input is, or if the exhaust is hardly warmer than
/// the supply.
[[nodiscard]] float recirculationIndex(float inlet, float exhaust, float supply);

} // namespace lockstep
