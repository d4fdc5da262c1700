// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/detect/baseline/baseline.h"
#include "models/analysis/detect/baseline/learnedseries.h"
#include "models/analysis/thermal/coolingmap.h"
#include "models/analysis/thermal/loopevents.h"
#include "models/analysis/thermal/loopflow.h"
#include "models/analysis/thermal/trend.h"
#include "models/ingest/derived.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace lockstep {

struct ThermalTick;

/// Deviation of a smoothed quantity from its baseline, in units of its usual spread. Noise, control oscillation and
/// slow drift are not deviations: the baseline follows the last half hour. A plain value.
class BaselineDeviation
{
public:
    enum class Side : std::uint8_t { Below, Both };

    static constexpr float smoothedSeconds = 10;
    static constexpr float far
        = 4.5F; ///< in spreads; a healthy real loop exceeds it for less than 2 % of an hour and a half (tst_skab)
    static constexpr float learnt = 2.5F; ///< spreads within which new values are learned

    /// @param floor minimum spread relative to the baseline: the resolution of a meter
    BaselineDeviation(Side side, float floor) : m_side(side), m_floor(floor) { }

    /// NaN: not measured.
    void add(float value, float seconds)
    {
        m_spreads = noData;
        if (!std::isfinite(value))
            return;
        m_level = std::isnan(m_level) ? value : m_level + (value - m_level) * std::min(seconds / smoothedSeconds, 1.0F);
        m_seconds += seconds;
        if (m_usual.isKnown())
            m_spreads = (m_level - m_usual.usual())
                / std::max({m_usual.spread(), m_floor * std::abs(m_usual.usual()), 1e-9F});
        const bool isNormal
            = std::isnan(m_spreads) || (m_side == Side::Below ? m_spreads > -learnt : std::abs(m_spreads) < learnt);
        if (isNormal && m_seconds > 2 * smoothedSeconds)
            m_usual.add(m_level, seconds);
    }

    [[nodiscard]] const Baseline& baseline() const { return m_usual; }
    [[nodiscard]] Baseline& baseline() { return m_usual; }
    [[nodiscard]] bool isFar() const { return m_side == Side::Below ? m_spreads < -far : std::abs(m_spreads) > far; }
    /// Relative deviation from the baseline; NaN: unknown.
    [[nodiscard]] float share() const { return m_level / m_usual.usual() - 1; }

private:
    Side m_side;
    float m_floor;
    Baseline m_usual{300}; // seconds; with fewer means the spread is inaccurate
    float m_level = noData;
    float m_seconds = 0;
    float m_spreads = noData;
};

/// Checks that the measurements of a loop still match each other: flow against load, pressure over the pumps, and pump
/// power. Detects a partly closed valve long before the flow is too low, and a pump that needs more power for the same
/// flow. A plain value; one per loop.
class LoopDeviation
{
public:
    /// @param flow normalised to the usual load (see LoopFlow)
    void add(float flow, float pressure, float pumpPower, float seconds)
    {
        m_flow.add(flow, seconds);
        m_pressure.add(pressure, seconds);
        m_pumpPower.add(pumpPower, seconds);
    }

    /// Their baselines, for saving.
    [[nodiscard]] std::vector<float> values() const;
    /// @return false: invalid values
    bool restore(std::span<const float> values);
    /// Adds the baselines to a list for display.
    void describe(std::vector<BaselineRange>& out) const
    {
        m_flow.baseline().describe("flow at the usual load", Unit::LitersPerMinute, out);
        m_pressure.baseline().describe("pressure", Unit::Pascal, out);
        m_pumpPower.baseline().describe("pump power", Unit::Watt, out);
    }
    /// Whether a quantity deviates significantly, even if slightly.
    [[nodiscard]] bool isFar() const { return m_flow.isFar() || m_pressure.isFar() || m_pumpPower.isFar(); }
    /// Whether the deviation is large enough to report.
    [[nodiscard]] bool isReportable() const;
    /// "flow 3.1 % below baseline, pump power 12 % above baseline"; empty if nothing deviates.
    [[nodiscard]] std::string text() const;

private:
    BaselineDeviation m_flow{BaselineDeviation::Side::Below, 0.004F}; // magnetic meters repeat within 0.2 %
    BaselineDeviation m_pressure{BaselineDeviation::Side::Both, 0.01F};
    BaselineDeviation m_pumpPower{BaselineDeviation::Side::Both, 0.02F};
};

/// Forecast of a cooling loop's return temperature: supply + heat / (flow x density x heat capacity) at steady state,
/// extrapolated for falling flow and rising supply. When the load returns after a pause, the return temperature is not
/// expected to exceed its level before the pause. A plain value.
class LoopForecast
{
public:
    /// @param limit of the return, degrees Celsius; NaN: unknown
    /// @param flowShare relative to the required flow (see LoopFlow): only insufficient flow is extrapolated
    void add(const LoopSample& now, float limit, float flowShare);

    /// Time until the return passes its limit, if flow and supply continue their trends. 0 at or above the limit;
    /// forecastHorizon if later; NaN without data.
    [[nodiscard]] float secondsToLimit() const { return m_secondsToLimit; }

private:
    LastingSlope m_supply;
    LastingSlope m_flow;
    Trend m_rate{10, 40}; ///< flow x rise: the heat, except for heat stored in the water
    float m_secondsToLimit = noData;
};

/// Seconds t until (headroom - supplyRise t) (flow - flowLoss t) falls to @p need; at most forecastHorizon.
/// @pre slopes are not negative
[[nodiscard]] float secondsUntil(float headroom, float supplyRise, float flow, float flowLoss, float need);

/// The cooling loops of a cluster, tick by tick: heat balance, flow against baseline, return forecast, and events.
/// Owned by ThermalModel; one thread at a time.
class LoopModel
{
public:
    /// @param baselines stores learned baselines; null: they are not stored
    explicit LoopModel(LearnedBaselines* baselines = nullptr)
        : m_learned(baselines, "loop", "flow and heat balance") { }

    void step(const ThermalTick& now, const CoolingMap& cooling, Derived& out);

private:
    struct Loop
    {
        LoopFlow flow;
        float unlikeSeconds = 0; ///< time for which a new loop has had less flow than a similar one
        LoopForecast forecast;
        LoopDeviation departure;
        Baseline supply;
        Trend balance{60, 600};
        Baseline baselineBalance{180};
    };

    [[nodiscard]] static std::vector<float> valuesOf(const Loop& loop);
    [[nodiscard]] static std::vector<BaselineRange> rangesOf(const Loop& loop);
    static bool restore(Loop& loop, std::span<const float> values);
    void compareNew(const std::vector<LoopSample>& samples);
    static void judge(Loop& loop, const LoopSample& sample, float balance, LoopState& standing);

    std::vector<Loop> m_loops;
    LoopEvents m_events;
    LearnedSeries m_learned;
};

} // namespace lockstep
