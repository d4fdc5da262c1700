// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/detect/baseline/episodes.h"
#include "models/core/eventcodes.h"
#include "models/core/time.h"
#include "models/core/topology/topology.h"
#include "models/ingest/derived.h"

#include <string>

namespace lockstep {

/// State of a cooling loop at one tick.
struct LoopState
{
    AnalysedTick tick;
    EntityRef loop;
    std::string name;
    float flow = noData; ///< L/min
    float normalFlow = noData;
    float flowShare = noData; ///< flow relative to the flow that the load requires
    bool isRising = false;
    float returned = noData; ///< degrees Celsius
    float limit = noData; ///< of the return
    float secondsToLimit = noData;
    bool isLosing = false; ///< losing flow, even if slowly
    float secondsOfLoss = 0;
    float pumpShare = noData; ///< relative to the pump's normal speed
    float supply = noData; ///< degrees Celsius
    float baselineSupply = noData;
    float balance = noData; ///< heat removed / electrical power, over a minute
    float baselineBalance = noData;
    bool departs = false; ///< deviates significantly
    std::string departure{}; ///< text of the deviation; empty: none
    std::string learned{}; ///< amount of data and start of the baseline, as text
};

/// Reports cooling loops that lose flow, whose return approaches its limit, whose supply is warmer than usual, or that
/// remove less heat than before at the same power. Each condition is reported when it begins, worsens, changes its
/// value or ends (as information with the same loop and code). Missing data changes nothing. LimitWatch reports
/// exceeded limits. A plain value, used by the analysis's worker.
class LoopEvents
{
public:
    static constexpr auto flowCode = codes::loopFlow;
    static constexpr auto forecastCode = codes::loopForecast;
    static constexpr float lowShare = 0.9F; ///< relative to the required flow: a warning
    static constexpr float veryLowShare = 0.5F; ///< critical
    static constexpr float soon = 300; ///< s until the limit
    static constexpr float warmSupply = 2; ///< K above the baseline: valves oscillate within 1 K
    static constexpr float veryWarmSupply = 6;
    static constexpr float offBalance = 0.15F; ///< relative to the baseline balance: the errors of two meters

    void step(const LoopState& now, Derived& out);

private:
    void judgeFlow(const LoopState& now, Derived& out);
    void judgeForecast(const LoopState& now, Derived& out);
    void judgeSupply(const LoopState& now, Derived& out);
    void judgeBalance(const LoopState& now, Derived& out);
    void judgeDeparture(const LoopState& now, Derived& out);

    Episodes m_episodes; ///< by loop and code
    ReportDeadband m_deadband; ///< by loop and code
};

} // namespace lockstep
