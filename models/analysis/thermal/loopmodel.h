// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/detect/baseline/baseline.h"
#include "models/analysis/detect/baseline/learnedseries.h"
#include "models/analysis/thermal/coolingmap.h"
#include "models/analysis/thermal/loopdeparture.h"
#include "models/analysis/thermal/loopevents.h"
#include "models/analysis/thermal/loopflow.h"
#include "models/analysis/thermal/loopforecast.h"
#include "models/ingest/derived.h"

#include <span>
#include <vector>

namespace lockstep {

struct ThermalTick;

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
