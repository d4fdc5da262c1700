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
    /// @param limit of the return, degrees Celsius; NaN: none known
    /// @param flowShare of what its load needs (see LoopFlow): only a flow that is too little is taken to go on falling
    void add(const LoopSample& now, float limit, float flowShare);

    /// Until the return passes its limit, if flow and supply go on as they do: 0 at or over it, forecastHorizon when it
    /// is not in sight, NaN when the data do not say.
    [[nodiscard]] float secondsToLimit() const { return m_secondsToLimit; }

private:
    LastingSlope m_supply;
    LastingSlope m_flow;
    Trend m_rate{10, 40}; ///< flow x rise: the heat, but for what water holds
    float m_secondsToLimit = noData;
};

/// Seconds until (headroom - supplyRise t) (flow - flowLoss t) falls to @p need; forecastHorizon when it does not
/// within that. Neither slope is negative.
[[nodiscard]] float secondsUntil(float headroom, float supplyRise, float flow, float flowLoss, float need);

} // namespace lockstep
