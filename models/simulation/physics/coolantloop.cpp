// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/simulation/physics/coolantloop.h"

#include <algorithm>
#include <cmath>

namespace lockstep::sim {

namespace {
constexpr double densityKgPerLitre = 0.992;
constexpr double coolantHeatCapacity = 4179; // J/(kg K)
constexpr double convectiveShare = 0.45;
constexpr double minFlowRatio = 0.02; // natural convection remains
constexpr double ratedPumpPascal = 2e5;
constexpr double pumpEfficiency = 0.5;
} // namespace

CoolantLoop::CoolantLoop(LoopSpec spec)
    : m_spec(std::move(spec)),
      m_flowLpm(m_spec.ratedFlowLpm),
      m_supply(m_spec.setPointCelsius),
      m_return(m_spec.setPointCelsius)
{ }

double CoolantLoop::capacityRate() const
{
    return m_flowLpm / 60 * densityKgPerLitre * coolantHeatCapacity;
}

// NTU of a plate exchanger grows as its secondary flow falls, so that its effectiveness rises towards 1.
double CoolantLoop::effectiveness() const
{
    const double ratedNtu = -std::log(1 - m_spec.exchangerEffectiveness);
    const double flowRatio = std::max(m_flowLpm / m_spec.ratedFlowLpm, minFlowRatio);
    return 1 - std::exp(-ratedNtu * std::pow(flowRatio, -0.4));
}

double CoolantLoop::capacityWatts() const
{
    // Set point held at the limit: Q = e C (set point + Q/C - primary), solved for Q.
    const double e = effectiveness();
    return e / (1 - e) * capacityRate() * (m_spec.setPointCelsius - m_spec.primaryCelsius);
}

double CoolantLoop::pumpWatts() const
{
    return m_spec.ratedFlowLpm / 60'000 * ratedPumpPascal / pumpEfficiency * std::pow(m_pumpSpeed, 3);
}

double CoolantLoop::steadySupply(double heatWatts) const
{
    const double rate = capacityRate();
    const double balanced = m_spec.primaryCelsius + heatWatts / (effectiveness() * rate) - heatWatts / rate;
    return std::max(m_spec.setPointCelsius, balanced);
}

void CoolantLoop::step(double heatWatts, double pumpSpeed, double seconds)
{
    m_pumpSpeed = std::clamp(pumpSpeed, 0.0, 1.0);
    m_flowLpm = m_spec.ratedFlowLpm * std::max(m_pumpSpeed, minFlowRatio);
    m_heat = heatWatts;
    const double turnover = m_spec.volumeLitres / (m_flowLpm / 60);
    const double target = steadySupply(heatWatts);
    m_supply = target + (m_supply - target) * std::exp(-seconds / turnover);
    m_return = m_supply + heatWatts / capacityRate();
}

double coldPlateResistanceRatio(double flowRatio)
{
    return 1 - convectiveShare + convectiveShare * std::pow(std::max(flowRatio, minFlowRatio), -0.8);
}

} // namespace lockstep::sim
