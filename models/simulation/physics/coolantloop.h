// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace lockstep::sim {

/// Rated data of the secondary loop of a coolant distribution unit.
struct LoopSpec
{
    std::string name;
    double ratedFlowLpm = 900; ///< both pumps at full speed
    double setPointCelsius = 32; ///< supply temperature held by the valve up to the capacity
    double primaryCelsius = 24; ///< facility water into the heat exchanger
    double exchangerEffectiveness = 0.75; ///< at rated flow, Q / (C_min (T_return - T_primary))
    double volumeLitres = 300;
};

/// State of one loop: flow, supply and return temperature, pump, capacity. Water at 40 degrees: 992 kg/m3,
/// 4179 J/(kg K).
///   heat balance     Q = flow x density x heat capacity x (return - supply)
///   heat exchanger   Q = effectiveness x C x (return - primary)  (effectiveness-NTU; Incropera, ch. 11)
/// The valve holds the set point up to the exchanger's capacity; beyond it the supply rises to the balance point. The
/// loop's water follows with a time constant of volume / flow, stepped exactly.
class CoolantLoop
{
public:
    explicit CoolantLoop(LoopSpec spec);

    /// @param pumpSpeed share of full speed, 0 to 1; flow is proportional to it (affinity laws)
    void step(double heatWatts, double pumpSpeed, double seconds);

    [[nodiscard]] const LoopSpec& spec() const { return m_spec; }
    [[nodiscard]] double flowLpm() const { return m_flowLpm; }
    [[nodiscard]] double supplyCelsius() const { return m_supply; }
    [[nodiscard]] double returnCelsius() const { return m_return; }
    [[nodiscard]] double heatWatts() const { return m_heat; }
    [[nodiscard]] double pumpSpeed() const { return m_pumpSpeed; }
    /// Electrical power of the pumps: flow x pressure / efficiency, with 2 bar and 0.5 at rated flow. It falls with the
    /// cube of the speed (affinity laws).
    [[nodiscard]] double pumpWatts() const;
    /// Maximum heat at this flow with the supply at its set point.
    [[nodiscard]] double capacityWatts() const;
    /// Steady supply temperature for a heat at the current flow.
    [[nodiscard]] double steadySupply(double heatWatts) const;
    /// Heat capacity rate of the flow in W/K.
    [[nodiscard]] double capacityRate() const;

private:
    [[nodiscard]] double effectiveness() const;

    LoopSpec m_spec;
    double m_flowLpm;
    double m_pumpSpeed = 1;
    double m_supply;
    double m_return;
    double m_heat = 0;
};

/// Resistance of a cold plate at a fraction of its nominal flow, relative to nominal flow: a conductive part, and a
/// convective part that falls with flow^0.8 (turbulent, Dittus and Boelter 1930).
[[nodiscard]] double coldPlateResistanceRatio(double flowRatio);

} // namespace lockstep::sim
