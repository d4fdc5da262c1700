// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
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

    /// Extra share of exhaust that returns to a rack's inlet, 0 to 0.9 (a missing blanking panel, a failed containment
    /// door), in addition to the normal few percent.
    void setRecirculation(std::uint32_t rack, double share) { m_extra[rack] = share; }

    /// @param heatWatts per rack; @param flowM3ps air moved per rack
    void step(std::span<const double> heatWatts, std::span<const double> flowM3ps, double seconds);

    [[nodiscard]] double inlet(std::uint32_t rack) const { return m_inlet[rack]; }
    [[nodiscard]] double exhaust(std::uint32_t rack) const { return m_exhaust[rack]; }
    [[nodiscard]] double supply() const { return m_supply; }

    static constexpr double selfShare = 0.03; ///< share of its own exhaust in a healthy rack's inlet
    static constexpr double neighbourShare = 0.02; ///< share of each adjacent rack's exhaust
    static constexpr double mixingSeconds = 25;

    /// Temperature rise of an air flow by a heat.
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

} // namespace lockstep::sim
