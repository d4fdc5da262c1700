// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/detect/episodes.h"
#include "models/core/eventcodes.h"
#include "models/core/time.h"
#include "models/core/topology.h"
#include "models/ingest/derived.h"

#include <string>

namespace lockstep {

/// How a cooling loop stands at one tick.
struct LoopStanding
{
    TickIndex tick = 0;
    TimePoint time;
    EntityRef loop;
    std::string name;
    float flow = noData; ///< L/min
    float normalFlow = noData;
    float flowShare = noData; ///< of what its load needs
    bool isRising = false;
    float returned = noData; ///< degrees Celsius
    float limit = noData; ///< of the return
    float secondsToLimit = noData;
};

/// Raises events when a cooling loop loses flow and when its return is heading for its limit: once when it begins,
/// once more when it is worse, and when it is over (as information, of the same loop and code). A silence changes
/// nothing. That the limit is passed is LimitWatch's to tell. Plain value; the worker of its analysis.
class LoopEvents
{
public:
    static constexpr auto flowCode = codes::loopFlow;
    static constexpr auto forecastCode = codes::loopForecast;
    static constexpr float lowShare = 0.9F; ///< of the flow that is needed: a warning
    static constexpr float veryLowShare = 0.5F; ///< critical
    static constexpr float soon = 300; ///< s to the limit

    void step(const LoopStanding& now, Derived& out);

private:
    void judgeFlow(const LoopStanding& now, Derived& out);
    void judgeForecast(const LoopStanding& now, Derived& out);

    Episodes m_episodes; ///< by loop and code
};

} // namespace lockstep
