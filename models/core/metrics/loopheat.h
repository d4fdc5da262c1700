// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace lockstep {

/// Density of water at 1 bar in kg/m3 for 0 to 100 degrees Celsius (Kell, J. Chem. Eng. Data 20(1), 1975, in the short
/// form of Maidment's Handbook of Hydrology: within 0.1 %).
[[nodiscard]] double waterDensity(double celsius);

/// Heat capacity of water in J/(kg K): 4.18 kJ within 0.3 % from 10 to 80 degrees.
inline constexpr double waterHeatCapacity = 4180;

/// Heat removed by a water loop in W: flow x density x heat capacity x (return - supply), with the density at the mean
/// temperature. NaN if any input is. Glycol reduces it: by 4 % for 25 % propylene glycol.
[[nodiscard]] double loopHeat(double litersPerMinute, double supplyCelsius, double returnCelsius);

} // namespace lockstep
