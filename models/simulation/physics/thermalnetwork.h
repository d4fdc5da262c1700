// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace lockstep::sim {

/// Die and memory of one GPU as an RC network: each has a heat capacity and a resistance to the coolant, and both are
/// coupled through the package.
///   Cd dTd/dt = Pd - (Td - Tc)/Rd - (Td - Tm)/Rx      Cm dTm/dt = Pm - (Tm - Tc)/Rm - (Tm - Td)/Rx
/// Stepped exactly for constant power and coolant: T(t+h) = Tss + exp(A h) (T(t) - Tss)
/// (matrix exponential of a linear system; Skadron et al., ISCA 2003, for the RC model). A plain value.
struct ThermalNetwork
{
    struct Constants
    {
        double dieResistance; ///< K/W to coolant
        double memoryResistance;
        double couplingResistance;
        double dieCapacity; ///< J/K
        double memoryCapacity;
    };
    struct Temperatures
    {
        double die; ///< degrees Celsius
        double memory;
    };

    /// @param seconds length of each step
    ThermalNetwork(const Constants& constants, double seconds);

    [[nodiscard]] Temperatures steady(double dieWatts, double memoryWatts, double coolantCelsius) const
    {
        return {coolantCelsius + riseDieDie * dieWatts + riseCross * memoryWatts,
                coolantCelsius + riseCross * dieWatts + riseMemoryMemory * memoryWatts};
    }

    [[nodiscard]] Temperatures step(Temperatures now, double dieWatts, double memoryWatts, double coolantCelsius) const
    {
        const Temperatures end = steady(dieWatts, memoryWatts, coolantCelsius);
        const double die = now.die - end.die;
        const double memory = now.memory - end.memory;
        return {end.die + decayDieDie * die + decayDieMemory * memory,
                end.memory + decayMemoryDie * die + decayMemoryMemory * memory};
    }

    // Steady rise over the coolant per watt: the inverse of the conductance matrix, which is symmetric.
    float riseDieDie;
    float riseCross;
    float riseMemoryMemory;
    // exp(A h).
    float decayDieDie;
    float decayDieMemory;
    float decayMemoryDie;
    float decayMemoryMemory;
};

} // namespace lockstep::sim
