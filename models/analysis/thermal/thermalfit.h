// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/metric.h"

namespace lockstep {

/// Thermal resistance to the coolant and heat capacity of one GPU. NaN: too little data.
struct ThermalEstimate
{
    float resistance = noData; ///< K/W, from the whole board's power to the coolant
    float resistanceError = noData; ///< K/W, one standard error
    float capacity = noData; ///< J/K; unknown if the load is too steady
    float meanRise = noData; ///< K above the coolant, recent mean
};

/// Fits C dT/dt = P - (T - T_coolant) / R to a GPU's data, recursively, tick by tick. All terms pass the same low-pass
/// filter, which preserves the equation and removes noise from the derivative (state variable filters; Young,
/// Automatica 17(1), 1981). The filtered terms are regressed with exponential forgetting and Huber weights, so that
/// outliers and old states do not count. The variance that integer degrees add to the derivative is subtracted, or C
/// would be biased towards zero. A plain value; 16,384 of them step in about 1 ms.
class ThermalFit
{
public:
    static constexpr float filterSeconds = 5;
    static constexpr float memorySeconds = 60;
    static constexpr float minSamples = 20; ///< before the first estimate

    /// One tick: GPU and coolant temperature in degrees Celsius at its end, and mean power in W. NaN is a gap: the
    /// filters restart and nothing is interpolated.
    void add(float temperature, float coolant, float power, float seconds);
    /// Marks a gap since the last tick.
    void skip() { m_hasLast = false; }

    [[nodiscard]] ThermalEstimate estimate() const;

private:
    struct Solution
    {
        float conductance = 0; ///< W/K
        float capacity = 0; ///< J/K, 0: not shown
        bool reportsCapacity = false;
        float conductanceVariance = 0; ///< relative to the residual's variance
    };

    [[nodiscard]] Solution solve() const;

    bool m_hasLast = false;
    float m_lastTemperature = 0;
    float m_lastRise = 0;
    // Filtered terms of the equation: dT/dt, T - T_coolant, P.
    float m_slope = 0;
    float m_rise = 0;
    float m_power = 0;
    // Weighted sums of their products.
    float m_slopeSlope = 0;
    float m_slopeRise = 0;
    float m_riseRise = 0;
    float m_slopePower = 0;
    float m_risePower = 0;
    float m_weight = 0;
    float m_residual = 0; ///< mean square, W^2
};

} // namespace lockstep
