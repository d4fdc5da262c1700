// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace lockstep {

/// Start of a forecast. Temperatures in degrees Celsius.
struct ThermalState
{
    float temperature; ///< now
    float steady; ///< steady temperature at the current power and coolant
    float steadySlope; ///< K/s: its change due to drift of resistance and coolant; NaN: unknown, assumed zero
    float timeConstant; ///< s, R C; NaN: unknown
    float limit; ///< slowdown limit
};

/// Steady temperature of a GPU: T_coolant + R P. NaN if an input is.
[[nodiscard]] float steadyTemperature(float coolant, float resistance, float power);

/// Maximum forecast in seconds; also means never.
inline constexpr float forecastHorizon = 3600;

/// Seconds until the temperature passes the limit if power and drifts stay constant:
/// - steady above the limit:  t = tau ln((T_steady - T) / (T_steady - limit)), from T(t) of a first-order system;
/// - steady below it, but drifting up:  (limit - T_steady) / slope + tau, the time at which the drift reaches it.
/// 0 at or above the limit; forecastHorizon if later; NaN without data.
[[nodiscard]] float timeToLimit(const ThermalState& state);

} // namespace lockstep
