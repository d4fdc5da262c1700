// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/thermal/loopflow.h"
#include "models/analysis/thermal/trend.h"

namespace lockstep {

/// Forecast of a cooling loop's return temperature: supply + heat / (flow x density x heat capacity) at steady state,
/// extrapolated for falling flow and rising supply. A load that returns after a pause warms the return only to its
/// earlier level. A plain value.
class LoopForecast
{
public:
    /// @param limit of the return, degrees Celsius; NaN: unknown
    /// @param flowShare relative to the required flow (see LoopFlow): only insufficient flow is extrapolated
    void add(const LoopSample& now, float limit, float flowShare);

    /// Time until the return passes its limit, if flow and supply continue their trends: 0 at or above it,
    /// forecastHorizon if later, NaN without data.
    [[nodiscard]] float secondsToLimit() const { return m_secondsToLimit; }

private:
    LastingSlope m_supply;
    LastingSlope m_flow;
    Trend m_rate{10, 40}; ///< flow x rise: the heat, except for heat stored in the water
    float m_secondsToLimit = noData;
};

/// Seconds until (headroom - supplyRise t) (flow - flowLoss t) falls to @p need; at most forecastHorizon. @pre slopes
/// are not negative
[[nodiscard]] float secondsUntil(float headroom, float supplyRise, float flow, float flowLoss, float need);

} // namespace lockstep
