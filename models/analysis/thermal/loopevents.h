// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/detect/baseline/episodes.h"
#include "models/analysis/detect/baseline/restated.h"
#include "models/core/eventcodes.h"
#include "models/core/time.h"
#include "models/core/topology/topology.h"
#include "models/ingest/derived.h"

#include <string>

namespace lockstep {

/// How a cooling loop stands at one tick.
struct LoopStanding
{
    Episodes::Moment moment;
    EntityRef loop;
    std::string name;
    float flow = noData; ///< L/min
    float normalFlow = noData;
    float flowShare = noData; ///< of what its load needs
    bool isRising = false;
    float returned = noData; ///< degrees Celsius
    float limit = noData; ///< of the return
    float secondsToLimit = noData;
    bool isLosing = false; ///< flow, be it little
    float secondsOfLoss = 0;
    float pumpShare = noData; ///< of the pump's normal speed
    float supply = noData; ///< degrees Celsius
    float usualSupply = noData;
    float balance = noData; ///< heat taken off over electrical power, over a minute
    float usualBalance = noData;
    bool departs = false; ///< in a way that somebody should look at
    std::string departure{}; ///< how; empty: it does not
    std::string learned{}; ///< from how much it is known what is usual, and since when
};

/// Raises events when a cooling loop loses flow, when its return is heading for its limit, when its supply is warmer
/// than it was kept, and when it takes off less heat than it did of the same power: once when it begins, once more when
/// it is worse, again when its figure has become another, and when it is over (as information, of the same loop and
/// code). A silence changes nothing. That the limit is passed is LimitWatch's to tell. Plain value; the worker of its
/// analysis.
class LoopEvents
{
public:
    static constexpr auto flowCode = codes::loopFlow;
    static constexpr auto forecastCode = codes::loopForecast;
    static constexpr float lowShare = 0.9F; ///< of the flow that is needed: a warning
    static constexpr float veryLowShare = 0.5F; ///< critical
    static constexpr float soon = 300; ///< s to the limit
    static constexpr float warmSupply = 2; ///< K over the usual one: valves hunt within 1 K
    static constexpr float veryWarmSupply = 6;
    static constexpr float offBalance = 0.15F; ///< of the usual balance: two meters' errors together

    void step(const LoopStanding& now, Derived& out);

private:
    void judgeFlow(const LoopStanding& now, Derived& out);
    void judgeForecast(const LoopStanding& now, Derived& out);
    void judgeSupply(const LoopStanding& now, Derived& out);
    void judgeBalance(const LoopStanding& now, Derived& out);
    void judgeDeparture(const LoopStanding& now, Derived& out);

    Episodes m_episodes; ///< by loop and code
    Restated m_restated; ///< likewise
};

} // namespace lockstep
