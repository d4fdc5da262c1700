// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/thermal/coolingmap.h"
#include "models/analysis/thermal/coolingwatch.h"
#include "models/analysis/thermal/inletwatch.h"
#include "models/analysis/thermal/loopmodel.h"
#include "models/analysis/thermal/nodeheat.h"
#include "models/analysis/thermal/peers.h"
#include "models/analysis/thermal/thermalfit.h"
#include "models/analysis/thermal/trend.h"
#include "models/core/time.h"
#include "models/core/topology/topology.h"
#include "models/ingest/derived.h"
#include "models/store/analysis.h"
#include "models/store/settledticks.h"

#include <optional>
#include <span>
#include <vector>

namespace lockstep {

/// Temperature of the air supplied to the hall: the 10th percentile of all inlet temperatures, which is robust against
/// wrong sensors. NaN with fewer than four. @param inlets degrees Celsius, NaN: not measured
[[nodiscard]] float supplyAir(std::span<const float> inlets);

/// Fraction of exhaust in the inlet air, by the supply heat index: (T_inlet - T_supply) / (T_exhaust - T_supply)
/// (Sharma, Bash, Patel, AIAA 2002-3091). 0: only cold-aisle air. NaN if an input is NaN, or if the exhaust is hardly
/// warmer than the supply.
[[nodiscard]] float recirculationIndex(float inlet, float exhaust, float supply);

/// Thermal measurements at one tick, by entity index of each kind. A field has no data where it is NaN or too short.
/// Each field has the unit of the metric with the same name.
struct ThermalTick : AnalysedTick
{
    explicit ThermalTick(const AnalysedTick& at = {}) : AnalysedTick(at) { }

    TopologyPtr topology;
    std::vector<float> gpuTemperature;
    std::vector<float> gpuPower;
    std::vector<float> slowdownLimit;
    std::vector<float> sensorTemperature;
    std::vector<float> nodePower;
    std::vector<float> loopFlow;
    std::vector<float> loopRatedFlow;
    std::vector<float> loopSupply;
    std::vector<float> loopReturn;
    std::vector<float> loopPower; ///< electrical power of the served nodes
    std::vector<float> loopPumpSpeed;
    std::vector<float> loopPumpPower;
    std::vector<float> loopPressure;
    float returnLimit = noData; ///< for every loop
};

/// Thermal model of a cluster, tick by tick: fits and forecasts each GPU, compares it with its peers, balances the
/// loops. Ticks arrive in order; after a gap the fits continue. One thread at a time.
class ThermalModel
{
public:
    /// @param baselines stores learned baselines; null: they are not stored
    explicit ThermalModel(LearnedBaselines* baselines = nullptr)
        : m_baselines(baselines),
          m_coolingWatch(baselines),
          m_nodeHeat(baselines),
          m_inletWatch(baselines),
          m_loops(baselines)
    { }

    void step(const ThermalTick& now, Derived& out);

private:
    struct Gpu
    {
        ThermalFit fit;
        Trend temperature{10, 40};
        Trend power{10, 40};
        Trend resistance{10, 40};
        float steadySeconds = 0; ///< of constant power and coolant
        float offset = 0; ///< K, from the common temperature of its node: sensor, slot and cold plate
        float offsetSeconds = 0; ///< learned
    };

    /// The cooling medium of a node, and common values of its GPUs.
    struct Node
    {
        Trend coolant{10, 40}; ///< measured or inferred; see inferCoolant()
        Trend power{10, 40}; ///< of one GPU
        float recentPower = 0; ///< W, of one GPU: the highest, decaying
        float steadySeconds = 0; ///< of constant power
    };

    void stepGpus(const ThermalTick& now, Derived& out);
    void inferCoolants(const ThermalTick& now, Derived& out);
    [[nodiscard]] NodeMedians readingOf(std::size_t node, float seconds);
    void compareGpus(const ThermalTick& now, Derived& out);
    [[nodiscard]] float settledRise(std::size_t index, float seconds);
    void stepNodes(const ThermalTick& now, Derived& out);

    LearnedBaselines* m_baselines;
    CoolingMap m_cooling;
    std::uint64_t m_topologyVersion = 0;
    TickIndex m_lastTick = 0;
    std::vector<Gpu> m_gpus;
    std::vector<Node> m_nodes;
    PeerComparison m_peers;
    std::vector<float> m_sample; ///< scratch
    CoolingWatch m_coolingWatch;
    NodeHeatWatch m_nodeHeat;
    InletWatch m_inletWatch;
    LoopModel m_loops;
};

/// Runs ThermalModel over the live store: takes each tick when it is complete and adds the results as derived
/// metrics of the catalogue. Owned by an AnalysisHost.
class ThermalAnalysis : public Analysis
{
public:
    /// @param baselines stores learned baselines and must outlive this; null: they are not stored
    explicit ThermalAnalysis(LearnedBaselines* baselines = nullptr) : m_model(baselines) { }

    [[nodiscard]] Task take(const ClusterStore& store, const ChangeSet& changes) override;

private:
    SettledTicks m_ticks;
    ThermalModel m_model; ///< used by tasks only
};

} // namespace lockstep
