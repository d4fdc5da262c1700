// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace lockstep {

/// Start of a forecast. Temperatures in degrees Celsius.
struct ThermalState
{
    float temperature; ///< now
    float steady; ///< where it would settle at the present power and coolant
    float steadySlope; ///< K/s: how that moves as the resistance and the coolant drift; NaN: not known, taken as none
    float timeConstant; ///< s, R C; NaN: not known
    float limit; ///< slowdown limit
};

/// Temperature at which a GPU settles: T_coolant + R P. NaN when anything is.
[[nodiscard]] float steadyTemperature(float coolant, float resistance, float power);

/// The furthest ahead that is forecast, in seconds; longer, or never, is this.
inline constexpr float forecastHorizon = 3600;

/// Seconds until the temperature passes the limit if power stays and drifts go on:
/// - settling above the limit:  t = tau ln((T_steady - T) / (T_steady - limit)), from T(t) of a first-order system;
/// - settling below it, but drifting up:  (limit - T_steady) / slope + tau, when the drift has carried it there.
/// 0 at or over the limit; forecastHorizon when it is not in sight; NaN when the data do not say.
[[nodiscard]] float timeToLimit(const ThermalState& state);

} // namespace lockstep
