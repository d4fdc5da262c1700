// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/detect/baseline/episodes.h"
#include "models/analysis/detect/baseline/learnedseries.h"
#include "models/analysis/thermal/coolingmap.h"
#include "models/analysis/thermal/peers.h"
#include "models/analysis/thermal/shortfall.h"
#include "models/core/eventcodes.h"
#include "models/ingest/derived.h"

#include <span>
#include <vector>

namespace lockstep {

/// Cooling of all GPUs at one tick, by GPU; NaN: not measured.
struct CoolingTick
{
    AnalysedTick now;
    std::span<const float> rises; ///< K above the coolant, over about 10 s
    std::span<const float> powers; ///< W, over the same time
};

/// Detects GPUs with worse cooling than their peers (gpu.cooling): temperature rise over the coolant per watt, compared
/// with GPUs in the same slot on the same loop, or in air. Common effects (a failing loop, a warm day, a job) cancel
/// out. A GPU is compared with its own past, because mounts differ; only a GPU far outside normal variation is compared
/// with its peers alone. A plain value, used by the analysis's worker.
class CoolingWatch
{
public:
    static constexpr float farFromPeers = 8; ///< minimum excess over its peers in K
    static constexpr float farInItsNode = 12; ///< K, relative to GPUs in other slots
    static constexpr float spreadsFromPeers = 6; ///< in robust standard deviations of the peers
    static constexpr float veryHot = 20; ///< K above the expected value: critical
    static constexpr std::size_t manyNodes = 6; ///< so many at once, in manyRacks racks: not caused by a cold plate
    static constexpr std::size_t manyRacks = 3;
    static constexpr float minRise = 8; ///< K, of its peers: idle GPUs are not comparable
    /// Relative to the rise. Larger in air, because fan speeds depend on the node's load.
    static constexpr ShortfallRule inWater{.slack = 0.08F, .large = 0.4F};
    static constexpr ShortfallRule inAir{.slack = 0.2F, .large = 0.4F};
    /// Relative to the other GPUs of its node, if no sensor measures the cooling medium.
    static constexpr ShortfallRule inItsNode{.slack = 0.15F, .large = 0.4F};

    /// @param baselines stores learned baselines; null: they are not stored
    explicit CoolingWatch(LearnedBaselines* baselines = nullptr)
        : m_baselines(baselines), m_learned(baselines, codes::gpuCooling, "cooling relative to its peers")
    { }

    void step(const CoolingTick& tick, const CoolingMap& cooling, const Topology& topology, Derived& out);

private:
    struct Gpu
    {
        float usual = 1; ///< rise per watt, relative to its peers
        float baselineRise = noData; ///< K, rise of its peers at which `usual` was learned
        float learnedSeconds = 0;
        Shortfall excess;
        bool isNew = false; ///< has just become hotter, not yet reported
    };
    struct Deviation
    {
        float kelvin = 0; ///< above the expected value
        float ratio = 1; ///< of its resistance to the expected one
        bool isAboveOwnBaseline = false;
        bool hasReference = true; ///< a sensor measures the cooling medium
    };
    [[nodiscard]] static std::string resistanceText(const Deviation& deviation);

    struct Judged
    {
        std::uint32_t gpu = 0;
        Deviation deviation;
        bool isFound = false;
        bool isHealthy = false;
        bool isNew = false; ///< as Gpu::isNew
    };

    /// @return whether it did
    bool suppressFleetWide(const CoolingMap& cooling, const Topology& topology);
    void judge(std::uint32_t index, const CoolingTick& tick, const CoolingMap& cooling, const Topology& topology,
               Derived& out);
    void reportDeviation(const CoolingTick& tick, EntityRef entity, const Deviation& deviation, bool isFound,
                         bool isHealthy, const Topology& topology, Derived& out);

    LearnedBaselines* m_baselines;
    LearnedSeries m_learned;
    std::vector<Gpu> m_gpus;
    PeerComparison m_peers;
    Episodes m_episodes;
    ReportDeadband m_deadband; ///< by the same keys: K above the expected value
    std::vector<Judged> m_judged; ///< in this tick
    std::vector<float> m_resistances; ///< scratch, like the following members
    std::vector<float> m_deviations;
    std::vector<float> m_scores;
};

} // namespace lockstep
