// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/simulation/physics/airflow.h"

#include <algorithm>
#include <cmath>

namespace lockstep::sim {

namespace {
constexpr double densityKgPerM3 = 1.16;
constexpr double airHeatCapacity = 1007; // J/(kg K)
} // namespace

Airflow::Airflow(std::span<const RackAir> racks, double supplyCelsius)
    : m_supply(supplyCelsius),
      m_left(racks.size(), -1),
      m_right(racks.size(), -1),
      m_extra(racks.size(), 0.0),
      m_inlet(racks.size(), supplyCelsius),
      m_exhaust(racks.size(), supplyCelsius),
      m_mixed(racks.size(), supplyCelsius)
{
    for (std::size_t rack = 0; rack < racks.size(); ++rack) {
        for (std::size_t other = 0; other < racks.size(); ++other) {
            if (racks[other].row != racks[rack].row)
                continue;
            if (racks[other].position + 1 == racks[rack].position)
                m_left[rack] = static_cast<std::int32_t>(other);
            else if (racks[rack].position + 1 == racks[other].position)
                m_right[rack] = static_cast<std::int32_t>(other);
        }
    }
}

double Airflow::rise(double heatWatts, double flowM3ps)
{
    return heatWatts / (std::max(flowM3ps, 1e-3) * densityKgPerM3 * airHeatCapacity);
}

void Airflow::step(std::span<const double> heatWatts, std::span<const double> flowM3ps, double seconds)
{
    const double keep = std::exp(-seconds / mixingSeconds);
    const auto excess = [this](std::int32_t rack) {
        return rack < 0 ? 0.0 : m_mixed[static_cast<std::size_t>(rack)] - m_supply;
    };
    for (std::size_t rack = 0; rack < m_inlet.size(); ++rack) {
        const double around = neighbourShare * (excess(m_left[rack]) + excess(m_right[rack]));
        // A fault adds the rack's own exhaust; shares above 0.9 would diverge.
        const double own = std::min(selfShare + m_extra[rack], 0.9) * (m_mixed[rack] - m_supply);
        m_inlet[rack] = m_supply + around + own;
        m_exhaust[rack] = m_inlet[rack] + rise(heatWatts[rack], flowM3ps[rack]);
    }
    for (std::size_t rack = 0; rack < m_mixed.size(); ++rack)
        m_mixed[rack] = m_exhaust[rack] + (m_mixed[rack] - m_exhaust[rack]) * keep;
}

} // namespace lockstep::sim
