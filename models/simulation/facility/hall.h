// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/batch.h"
#include "models/simulation/cluster/clusterspec.h"
#include "models/simulation/physics/coolantloop.h"
#include "models/simulation/physics/gpubank.h"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace lockstep::sim {

/// Air in a hall's racks. A rack's inlet mixes cold-aisle supply with the exhaust of itself and its neighbours:
///   T_inlet = T_supply + sum_j phi_ij (T_exhaust_j - T_supply)      T_exhaust = T_inlet + Q / (flow rho c_p)
/// (cross-interference model: Tang, Gupta, Varsamopoulos, IEEE TPDS 19(11), 2008). Exhaust air mixes into the aisle
/// with a time constant, stepped exactly. Air at 30 degrees: 1.16 kg/m3, 1007 J/(kg K).
class Airflow
{
public:
    struct RackAir
    {
        std::uint32_t row = 0; ///< racks of one row and adjacent positions are neighbours
        std::uint32_t position = 0;
    };

    Airflow(std::span<const RackAir> racks, double supplyCelsius);

    /// Extra fraction of exhaust that returns to a rack's inlet, 0 to 0.9, in addition to the normal few percent.
    /// Causes are a missing blanking panel or a failed containment door.
    void setRecirculation(std::uint32_t rack, double share) { m_extra[rack] = share; }

    /// @param heatWatts per rack; @param flowM3ps air moved per rack
    void step(std::span<const double> heatWatts, std::span<const double> flowM3ps, double seconds);

    [[nodiscard]] double inlet(std::uint32_t rack) const { return m_inlet[rack]; }
    [[nodiscard]] double exhaust(std::uint32_t rack) const { return m_exhaust[rack]; }
    [[nodiscard]] double supply() const { return m_supply; }

    static constexpr double selfShare = 0.03; ///< share of its own exhaust in a healthy rack's inlet
    static constexpr double neighbourShare = 0.02; ///< share of each adjacent rack's exhaust
    static constexpr double mixingSeconds = 25;

    /// Temperature rise of an air flow that takes up the heat.
    [[nodiscard]] static double rise(double heatWatts, double flowM3ps);

private:
    double m_supply;
    std::vector<std::int32_t> m_left; ///< neighbour's index, -1 at a row's end
    std::vector<std::int32_t> m_right;
    std::vector<double> m_extra;
    std::vector<double> m_inlet;
    std::vector<double> m_exhaust;
    std::vector<double> m_mixed; ///< temperature of the exhaust air in the aisle
};

/// The hall around the GPUs: node power, air through the racks, coolant loops, and their effect on each GPU. Owned by
/// the simulation; one thread.
class Hall
{
public:
    explicit Hall(const ClusterSpec& spec);

    /// Steps the hall. Call after the GPUs' step: the heat of this tick warms air and loops, which determine the
    /// coolant of the next tick.
    /// @param hostLoad by node, 0 to 1
    void step(GpuBank& gpus, const std::vector<float>& hostLoad, double seconds);

    void setPumpSpeed(std::uint32_t loop, double share) { m_pumpSpeed[loop] = share; }
    void setRecirculation(std::uint32_t rack, double share) { m_air.setRecirculation(rack, share); }
    /// A GPU's own resistance to coolant relative to healthy, without the effect of the loop's flow.
    void setBlockage(std::uint32_t gpu, double resistanceRatio)
    {
        m_blockage[gpu] = static_cast<float>(resistanceRatio);
    }

    [[nodiscard]] double nodePower(std::uint32_t node) const { return m_nodePower[node]; }
    [[nodiscard]] double fanSpeed(std::uint32_t node) const { return m_fanSpeed[node]; } ///< share of full speed
    [[nodiscard]] double inlet(std::uint32_t node) const { return m_air.inlet(m_rackOf[node]); }
    [[nodiscard]] double exhaust(std::uint32_t node) const { return m_air.exhaust(m_rackOf[node]); }
    /// The loop that serves a node, or null.
    [[nodiscard]] const CoolantLoop* loopOf(std::uint32_t node) const;
    [[nodiscard]] const std::vector<CoolantLoop>& loops() const { return m_loops; }
    /// Electrical power of the nodes that a loop serves.
    [[nodiscard]] double servedPower(std::uint32_t loop) const { return m_servedPower[loop]; }

    /// By GPU of the cluster: whether its rack has a loop.
    [[nodiscard]] static std::vector<std::uint8_t> liquidGpus(const ClusterSpec& spec);

private:
    void gatherHeat(const GpuBank& gpus, const std::vector<float>& hostLoad);
    void coolGpus(GpuBank& gpus);

    HostSpec m_host;
    AirSpec m_airSpec;
    std::uint32_t m_gpusPerNode;
    double m_topNodeWatts;
    Airflow m_air;
    std::vector<CoolantLoop> m_loops;
    std::vector<double> m_pumpSpeed;
    std::vector<double> m_servedPower; ///< by loop
    std::vector<std::uint32_t> m_loopNodes; ///< by loop: how many nodes share its flow
    std::vector<std::uint32_t> m_rackOf; ///< by node
    std::vector<std::int32_t> m_loopOf; ///< by rack; -1: air cooling only
    std::vector<double> m_nodePower;
    std::vector<double> m_fanSpeed;
    std::vector<double> m_gpuWatts; ///< by node
    std::vector<double> m_airHeat; ///< by rack
    std::vector<double> m_airVolume; ///< by rack, m3/s
    std::vector<float> m_blockage; ///< by GPU
};

/// Simulates the facility management: one node reports the coolant loops of the whole cluster. Owned by the simulation.
class FacilityReporter
{
public:
    FacilityReporter(const ClusterSpec& spec, std::uint64_t epoch, Duration period);

    [[nodiscard]] const std::shared_ptr<const NodeIdentity>& identity() const { return m_identity; }
    [[nodiscard]] const std::shared_ptr<const NodeLayout>& layout() const { return m_layout; }
    void write(const Hall& hall, std::vector<float>& values) const;

private:
    std::shared_ptr<const NodeIdentity> m_identity;
    std::shared_ptr<const NodeLayout> m_layout;
};

} // namespace lockstep::sim
