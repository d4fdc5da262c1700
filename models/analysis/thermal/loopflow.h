// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/thermal/shortfall.h"
#include "models/analysis/thermal/trend.h"
#include "models/core/metric.h"

#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

namespace lockstep {

/// Measurements of one cooling loop at one tick. NaN: not measured.
struct LoopSample
{
    float flow = noData; ///< L/min
    float ratedFlow = noData; ///< L/min, by its manufacturer
    float supply = noData; ///< degrees Celsius
    float returned = noData; ///< degrees Celsius
    float load = noData; ///< W to remove: electrical power if measured, otherwise heat
    float seconds = 1; ///< length of the tick
    float pumpSpeed = noData; ///< share of full speed
};

/// Compares the flow of one cooling loop with the flow that its load requires. Normal flow and load are the medians of
/// the last healthy half hour. Pumps may slow down with the load, so the required flow is proportional to the load, or
/// the flow observed earlier at a similar load if that is less. When the load pauses, pumps may stop: the full flow is
/// required only for as long as the pumps maintained it in earlier pauses. The flow at start may already be faulty, so
/// a loop far below its rated flow with an implausible temperature rise is compared with the rated flow. A plain value.
class LoopFlow
{
public:
    static constexpr float enoughShare = 0.95F; ///< of the required flow: healthy
    static constexpr float secondsToLearn = 20; ///< before findings are reported

    void add(const LoopSample& now);

    /// Sets the expected flow from similar loops, used until the loop has its own baseline.
    void expect(float normalFlow);
    /// State of the normal flow, to save. Empty: unknown, or taken from similar loops.
    [[nodiscard]] std::vector<float> values() const;
    /// Replaces the learned values. @return false: invalid.
    bool restore(std::span<const float> values);
    [[nodiscard]] float learnedSeconds() const; ///< part of the last half hour used for the normal flow
    /// Whether there is flow but no baseline yet.
    [[nodiscard]] bool isNew() const { return std::isnan(m_normalFlow) && !std::isnan(m_flow.level()); }
    [[nodiscard]] float normal() const { return m_normalFlow; } ///< L/min; NaN: unknown
    /// Flow / required flow; at least 1 if sufficient; NaN: unknown.
    [[nodiscard]] float share() const { return m_share; }
    /// Flow in L/min normalised to the usual load; NaN: not comparable at this load.
    [[nodiscard]] float atUsualLoad() const { return m_flowAtNeed; }
    /// Whether the flow is rising, because pumps are slower than the load.
    [[nodiscard]] bool isRising() const { return m_isRising; }
    /// Whether the accumulated shortfall exceeds noise, even if it is small.
    [[nodiscard]] bool isLosing() const { return m_shortfall.isLarge(); }
    [[nodiscard]] float secondsOfLoss() const { return m_shortfall.seconds(); }
    /// Pump speed relative to that at the normal flow; NaN: not measured, or unknown.
    [[nodiscard]] float pumpShare() const { return m_pumpShare; }

private:
    struct Mean
    {
        float flow = 0;
        float load = 0;
        float speed = 0; ///< of the pump
    };

    void learn(const LoopSample& now);
    void summarise();
    void follow(const LoopSample& now);
    void followPause(float load, float ofNormal, float seconds);
    [[nodiscard]] float neededShare(float load) const;
    [[nodiscard]] float seenAt(float load) const;
    [[nodiscard]] float medianOf(float Mean::*value) const;

    std::vector<Mean> m_means; ///< of ten seconds each, a ring buffer
    std::size_t m_next = 0;
    float m_flowSum = 0;
    float m_loadSum = 0;
    float m_speedSum = 0;
    float m_summedSeconds = 0;
    float m_normalFlow = noData;
    float m_normalLoad = noData;
    float m_share = noData;
    float m_flowAtNeed = noData;
    float m_normalSpeed = noData;
    float m_pumpShare = noData;
    bool m_isRising = false;
    bool m_isLow = false; ///< has been low, and not sufficient at full load since then
    Shortfall m_shortfall;
    float m_pauseSeconds = 0; ///< duration of the current pause of the load; 0: none
    bool m_heldThroughout = true; ///< flow was unchanged during this pause
    float m_heldSeconds = 0; ///< the longest pause of the load with unchanged flow
    Trend m_flow{5, 20};
    Trend m_load{10, 60};
};

} // namespace lockstep
