// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/simulation/physics/gpumodel.h"
#include "models/simulation/physics/random.h"

#include <array>
#include <cstdint>
#include <vector>

namespace lockstep::sim {

/// Electrical power of one GPU product: P = P_base + P_leak(T) + activity k f V(f)^2.
/// - Dynamic CMOS power is C V^2 f (Weste and Harris, CMOS VLSI Design); V rises linearly from 0.72 of its maximum at
///   half the full clock, and is constant below.
/// - Leakage grows exponentially with temperature; here it doubles every 40 K (an assumption within the published
///   range).
/// Immutable; any thread.
class PowerModel
{
public:
    explicit PowerModel(const GpuModel& gpu);

    /// Dynamic power at a clock relative to that at the full clock, 0 to 1: (f/F) (V(f)/V(F))^2.
    [[nodiscard]] static double dynamicRatio(double clockRatio);

    /// Watts lost to leakage at a die temperature.
    [[nodiscard]] double leakage(double celsius) const;

    /// Whole board at @p activity (1: dense training kernels) and a clock.
    [[nodiscard]] double power(double activity, double clockMhz, double celsius) const;

    /// The highest clock, in whole steps, at which power() is at most @p limitWatts; at least the minimum clock.
    [[nodiscard]] double clockWithin(double limitWatts, double activity, double celsius) const;

    [[nodiscard]] double baseWatts() const { return m_baseWatts; }
    [[nodiscard]] double dynamicWatts() const { return m_dynamicWatts; } ///< at the full clock, activity 1

private:
    static constexpr std::size_t tableSize = 512;

    double m_baseWatts; ///< without leakage and dynamic power
    double m_dynamicWatts;
    double m_leakageWatts;
    double m_fullClockMhz;
    double m_minimumClockMhz;
    double m_clockStepMhz;
    std::array<float, tableSize + 1> m_leakage{}; ///< at 0 to 128 degrees in quarters
    std::array<float, tableSize + 1> m_clockRatio{}; ///< inverse of dynamicRatio()
};

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

/// Activity of a GPU in a tick, as fractions of time that sum to at most 1. The rest is idle.
struct GpuActivity
{
    float compute = 0;
    float communication = 0; ///< moving data or waiting in a collective
    float intensity = 1; ///< power of its kernels relative to dense training
    float waitPower = 1; ///< power of its communication, and of the CPUs that serve it, relative to busy waiting
    float memoryShare = 0; ///< of the board's memory that is used
    float nvlinkBytes = 0; ///< sent in the tick; as many are received
    float pcieBytes = 0;
};

/// All GPUs of a cluster, one array per quantity. One thread; owned by the simulation.
class GpuBank
{
public:
    /// @param isLiquid by GPU: cooled by a cold plate instead of air
    GpuBank(const GpuModel& model, const std::vector<std::uint8_t>& isLiquid, double tickSeconds, Random random);

    /// Computes power, clocks and temperatures over one tick from the inputs below.
    void step();

    /// Recomputes a GPU's thermal network after its resistance to coolant changed.
    /// @param resistanceRatio relative to this GPU's healthy resistance
    void setResistanceRatio(std::uint32_t gpu, double resistanceRatio);

    /// Speed of compute relative to the full clock.
    [[nodiscard]] float computeSpeed(std::uint32_t gpu) const { return clockRatio[gpu] * speedFactor[gpu]; }
    [[nodiscard]] const GpuModel& model() const { return m_model; }
    [[nodiscard]] std::uint32_t count() const { return static_cast<std::uint32_t>(die.size()); }

    // Inputs of a tick.
    std::vector<GpuActivity> activity;
    std::vector<float> coolant; ///< degrees Celsius
    std::vector<float> speedFactor; ///< 1 unless a fault slows its kernels at any clock
    std::vector<float> powerLimit; ///< W
    std::vector<std::uint8_t> isAlive; ///< 0: off the bus
    // Outputs.
    std::vector<float> die; ///< degrees Celsius
    std::vector<float> memory;
    std::vector<float> power; ///< W, mean of the tick
    std::vector<float> clockRatio; ///< SM clock while computing, relative to the full one
    std::vector<float> reportedClock; ///< MHz
    std::vector<std::uint32_t> reasons; ///< throttle bits
    std::vector<float> throttledShare; ///< of the tick
    std::vector<std::uint32_t> overheated; ///< GPUs that passed the shutdown limit in this tick

private:
    void stepClock(std::uint32_t gpu);
    double stepPower(std::uint32_t gpu);

    GpuModel m_model;
    PowerModel m_powerModel;
    double m_seconds;
    std::vector<ThermalNetwork> m_networks;
    std::vector<ThermalNetwork::Constants> m_constants;
    std::vector<float> m_resistanceRatio;
    std::vector<float> m_chipFactor; ///< variation of dynamic power between chips
    std::vector<float> m_thermalClock; ///< MHz that the thermal governor allows
};

} // namespace lockstep::sim
