// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/detect/baseline/baseline.h"
#include "models/analysis/detect/baseline/episodes.h"
#include "models/analysis/detect/baseline/learnedseries.h"
#include "models/analysis/thermal/shortfall.h"
#include "models/core/eventcodes.h"
#include "models/ingest/derived.h"

#include <span>
#include <vector>

namespace lockstep {

/// Detects racks with warmer inlet air than before, relative to the coldest air of the hall (rack.inlet): an open door,
/// a missing blanking panel. Warming of the whole hall is ignored. A plain value, used by the analysis's worker.
class InletWatch
{
public:
    static constexpr float warm = 2.5F; ///< K above the baseline: sensors agree within 1 K
    static constexpr float veryWarm = 8;
    /// For smaller but lasting excess. Neighbours and the rack's own load cause about a degree.
    static constexpr ShortfallRule lasting{.slack = 1.2F, .large = 12, .maxPerSecond = 1};
    static constexpr float warmFromTheStart = 6; ///< K above the supply, without a baseline,
    static constexpr float exhaustFromTheStart = 0.3F; ///< and minimum share of exhaust
    static constexpr EpisodeRule rule{.lasts = 8, .calm = 60};

    struct Tick
    {
        AnalysedTick now;
        std::span<const float> inlets; ///< degrees Celsius, by node
        std::span<const float> recirculations; ///< share of exhaust, by node
        float supply = noData; ///< degrees Celsius, of the hall
    };

    /// @param baselines stores learned baselines; null: they are not stored
    explicit InletWatch(LearnedBaselines* baselines = nullptr)
        : m_learned(baselines, codes::rackInlet, "inlet air relative to the hall")
    { }

    void step(const Tick& tick, const Topology& topology, Derived& out);

private:
    /// Median values of a rack's nodes.
    struct RackAir
    {
        float inlet = noData;
        float recirculation = noData;
    };

    [[nodiscard]] RackAir airOf(EntityRef rack, const Tick& tick, const Topology& topology);
    void judge(EntityRef rack, const RackAir& air, const Tick& tick, const Topology& topology, Derived& out);

    LearnedSeries m_learned;
    std::vector<Baseline> m_excess; ///< by rack: K above the supply
    std::vector<Shortfall> m_sums; ///< by rack: excess over the baseline
    Episodes m_episodes;
    ReportDeadband m_deadband; ///< by the same keys: K above the baseline
    std::vector<float> m_inlets; ///< scratch, like the following member
    std::vector<float> m_shares;
};

} // namespace lockstep
