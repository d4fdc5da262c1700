// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/detect/baseline/baseline.h"
#include "models/analysis/detect/baseline/learnedseries.h"
#include "models/analysis/thermal/coolingmap.h"
#include "models/analysis/thermal/loopdeparture.h"
#include "models/analysis/thermal/loopevents.h"
#include "models/analysis/thermal/loopflow.h"
#include "models/analysis/thermal/trend.h"
#include "models/ingest/derived.h"

#include <span>
#include <vector>

namespace lockstep {

struct ThermalTick;

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

/// The cooling loops of a cluster, tick by tick: heat balance, flow against baseline, return forecast, and events.
/// Owned by ThermalModel; one thread at a time.
class LoopModel
{
public:
    /// @param book stores baselines; null: they are not stored
    explicit LoopModel(LearnedBook* book = nullptr) : m_learned(book, "loop", "flow and heat balance") { }

    void step(const ThermalTick& now, const CoolingMap& cooling, Derived& out);

private:
    struct Loop
    {
        LoopFlow flow;
        float unlikeSeconds = 0; ///< time for which a new loop has had less flow than a similar one
        LoopForecast forecast;
        LoopDeparture departure;
        Baseline supply;
        Trend balance{60, 600};
        Baseline usualBalance{180};
    };

    [[nodiscard]] static std::vector<float> valuesOf(const Loop& loop);
    [[nodiscard]] static std::vector<UsualRange> rangesOf(const Loop& loop);
    static bool restore(Loop& loop, std::span<const float> values);
    void compareNew(const std::vector<LoopSample>& samples);
    static void judge(Loop& loop, const LoopSample& sample, float balance, LoopStanding& standing);

    std::vector<Loop> m_loops;
    LoopEvents m_events;
    LearnedSeries m_learned;
};

} // namespace lockstep
