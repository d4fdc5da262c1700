// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/thermal/thermalforecast.h"

#include "models/core/metric.h"

#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {
constexpr float minDrift = 0.01F; ///< K/s: smaller drifts are noise of the fit
}

float steadyTemperature(float coolant, float resistance, float power)
{
    return coolant + resistance * power;
}

float timeToLimit(const ThermalState& state)
{
    if (std::isnan(state.temperature) || std::isnan(state.limit))
        return noData;
    if (state.temperature >= state.limit)
        return 0;
    if (std::isnan(state.steady))
        return noData;
    if (state.steady > state.limit) {
        if (std::isnan(state.timeConstant))
            return noData; // it will pass the limit at an unknown time
        const float seconds
            = state.timeConstant * std::log((state.steady - state.temperature) / (state.steady - state.limit));
        return std::clamp(seconds, 0.0F, forecastHorizon);
    }
    if (!(state.steadySlope > minDrift))
        return forecastHorizon;
    const float lag = std::isnan(state.timeConstant) ? 0 : state.timeConstant;
    return std::min((state.limit - state.steady) / state.steadySlope + lag, forecastHorizon);
}

} // namespace lockstep
