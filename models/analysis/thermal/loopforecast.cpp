// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/thermal/loopforecast.h"

#include "models/analysis/thermal/thermalforecast.h"

#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

constexpr float minSupplyRise = 0.01F; ///< K/s: oscillation of valves
constexpr float minFlowLoss = 0.001F; ///< relative to the flow, per second

float beyond(float slope, float min)
{
    return slope > min ? slope : 0; // also for NaN
}

} // namespace

float secondsUntil(float headroom, float supplyRise, float flow, float flowLoss, float need)
{
    // a t^2 + b t + c = 0; its first root is the time.
    const float a = supplyRise * flowLoss;
    const float b = -(headroom * flowLoss + supplyRise * flow);
    const float c = headroom * flow - need;
    if (c <= 0)
        return 0;
    if (b >= 0)
        return forecastHorizon;
    const float root = std::sqrt(std::max(b * b - 4 * a * c, 0.0F));
    return std::min(2 * c / (root - b), forecastHorizon);
}

void LoopForecast::add(const LoopSample& now, float limit, float flowShare)
{
    m_supply.add(now.supply, now.seconds);
    m_flow.add(now.flow, now.seconds);
    m_rate.add(now.flow * (now.returned - now.supply), now.seconds);
    m_secondsToLimit = noData;
    if (std::isnan(limit) || std::isnan(now.returned))
        return;
    if (now.returned >= limit) {
        m_secondsToLimit = 0;
        return;
    }
    if (std::isnan(m_rate.level()) || !m_supply.isKnown())
        return; // no flow, or too early
    const bool losesFlow = flowShare < LoopFlow::enoughShare;
    const float flowLoss = losesFlow ? beyond(m_flow.fall(), minFlowLoss * now.flow) : 0;
    // Uses the heat of the last minutes, not that of a short pause.
    m_secondsToLimit = secondsUntil(limit - now.supply, beyond(m_supply.rise(), minSupplyRise), now.flow, flowLoss,
                                    std::max(m_rate.level(), now.flow * (now.returned - now.supply)));
}

} // namespace lockstep
