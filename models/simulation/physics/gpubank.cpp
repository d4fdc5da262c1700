// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/simulation/physics/gpubank.h"

#include "models/core/metrics/flags.h"

#include <algorithm>
#include <cmath>

namespace lockstep::sim {

namespace {

constexpr double referenceCelsius = 60;
constexpr double leakageDoublingKelvin = 40;
constexpr double lowVoltageRatio = 0.72;

double voltageRatio(double clockRatio)
{
    return clockRatio <= 0.5 ? lowVoltageRatio : lowVoltageRatio + (1 - lowVoltageRatio) * (clockRatio - 0.5) / 0.5;
}

double inverseDynamicRatio(double ratio)
{
    double low = 0;
    double high = 1;
    for (int round = 0; round < 40; ++round) {
        const double middle = (low + high) / 2;
        (PowerModel::dynamicRatio(middle) <= ratio ? low : high) = middle;
    }
    return low;
}

// Dynamic power while the GPU waits or moves data, relative to dense kernels.
constexpr double communicationActivity = 0.28;
constexpr double idleActivity = 0.02;
// Spread from part to part: mounting and paste for R, mass for C, silicon for power (assumptions; a few percent each).
constexpr double resistanceSpread = 0.05;
constexpr double capacitySpread = 0.03;
constexpr double chipSpread = 0.025;
constexpr float governorRecoveryMhz = 30;

} // namespace

PowerModel::PowerModel(const GpuModel& gpu)
    : m_baseWatts(gpu.idleWatts - gpu.leakageWatts * std::exp2((40 - referenceCelsius) / leakageDoublingKelvin)),
      m_dynamicWatts(gpu.computeWatts - m_baseWatts - gpu.leakageWatts),
      m_leakageWatts(gpu.leakageWatts),
      m_fullClockMhz(gpu.fullClockMhz),
      m_minimumClockMhz(gpu.minimumClockMhz),
      m_clockStepMhz(gpu.clockStepMhz)
{
    for (std::size_t at = 0; at <= tableSize; ++at) {
        const double celsius = static_cast<double>(at) / 4;
        m_leakage[at]
            = static_cast<float>(m_leakageWatts * std::exp2((celsius - referenceCelsius) / leakageDoublingKelvin));
        m_clockRatio[at] = static_cast<float>(inverseDynamicRatio(static_cast<double>(at) / tableSize));
    }
}

double PowerModel::dynamicRatio(double clockRatio)
{
    const double voltage = voltageRatio(clockRatio);
    return clockRatio * voltage * voltage;
}

double PowerModel::leakage(double celsius) const
{
    const double place = std::clamp(celsius, 0.0, 127.9) * 4;
    const auto at = static_cast<std::size_t>(place);
    const double fraction = place - static_cast<double>(at);
    return m_leakage[at] + fraction * (m_leakage[at + 1] - m_leakage[at]);
}

double PowerModel::power(double activity, double clockMhz, double celsius) const
{
    return m_baseWatts + leakage(celsius) + activity * m_dynamicWatts * dynamicRatio(clockMhz / m_fullClockMhz);
}

double PowerModel::clockWithin(double limitWatts, double activity, double celsius) const
{
    const double room = limitWatts - m_baseWatts - leakage(celsius);
    const double wanted = activity * m_dynamicWatts;
    if (room >= wanted)
        return m_fullClockMhz;
    const double ratio = std::clamp(room / wanted, 0.0, 1.0);
    const double clock = m_fullClockMhz * m_clockRatio[static_cast<std::size_t>(ratio * tableSize)];
    return std::max(m_minimumClockMhz, std::floor(clock / m_clockStepMhz) * m_clockStepMhz);
}

ThermalNetwork::ThermalNetwork(const Constants& constants, double seconds)
{
    const double coupling = 1 / constants.couplingResistance;
    const double die = 1 / constants.dieResistance + coupling;
    const double memory = 1 / constants.memoryResistance + coupling;
    const double determinant = die * memory - coupling * coupling;
    riseDieDie = static_cast<float>(memory / determinant);
    riseMemoryMemory = static_cast<float>(die / determinant);
    riseCross = static_cast<float>(coupling / determinant);

    // A = -C^-1 G has two real negative eigenvalues; by Sylvester's formula exp(A h) = e1 (A - l2)/(l1 - l2) + e2 (A -
    // l1)/(l2 - l1).
    const double a = -die / constants.dieCapacity;
    const double b = coupling / constants.dieCapacity;
    const double c = coupling / constants.memoryCapacity;
    const double d = -memory / constants.memoryCapacity;
    const double half = (a + d) / 2;
    const double spread = std::sqrt((a - d) * (a - d) / 4 + b * c);
    const double fast = half - spread;
    const double slow = half + spread;
    const double decaySlow = std::exp(slow * seconds);
    const double decayFast = std::exp(fast * seconds);
    const double slope = (decaySlow - decayFast) / (slow - fast);
    decayDieDie = static_cast<float>(decaySlow + slope * (a - slow));
    decayDieMemory = static_cast<float>(slope * b);
    decayMemoryDie = static_cast<float>(slope * c);
    decayMemoryMemory = static_cast<float>(decaySlow + slope * (d - slow));
}

GpuBank::GpuBank(const GpuModel& model, const std::vector<std::uint8_t>& isLiquid, double tickSeconds, Random random)
    : activity(isLiquid.size()),
      coolant(isLiquid.size(), 25.0F),
      speedFactor(isLiquid.size(), 1.0F),
      powerLimit(isLiquid.size(), static_cast<float>(model.boardPowerWatts)),
      isAlive(isLiquid.size(), 1),
      die(isLiquid.size(), 35.0F),
      memory(isLiquid.size(), 36.0F),
      power(isLiquid.size(), static_cast<float>(model.idleWatts)),
      clockRatio(isLiquid.size(), 1.0F),
      reportedClock(isLiquid.size(), static_cast<float>(model.idleClockMhz)),
      reasons(isLiquid.size(), throttle::idle),
      throttledShare(isLiquid.size(), 0.0F),
      m_model(model),
      m_powerModel(model),
      m_seconds(tickSeconds),
      m_resistanceRatio(isLiquid.size(), 1.0F),
      m_chipFactor(isLiquid.size(), 1.0F),
      m_thermalClock(isLiquid.size(), static_cast<float>(model.fullClockMhz))
{
    m_constants.reserve(isLiquid.size());
    m_networks.reserve(isLiquid.size());
    for (std::size_t gpu = 0; gpu < isLiquid.size(); ++gpu) {
        const bool hasPlate = isLiquid[gpu] != 0;
        const double resistance = hasPlate ? model.liquidResistance : model.airResistance;
        const double capacity = hasPlate ? model.liquidHeatCapacity : model.airHeatCapacity;
        m_constants.push_back({resistance * std::exp(resistanceSpread * random.normal()),
                               model.memoryResistance * std::exp(resistanceSpread * random.normal()),
                               model.couplingResistance, capacity * std::exp(capacitySpread * random.normal()),
                               model.memoryHeatCapacity});
        m_chipFactor[gpu] = static_cast<float>(std::exp(chipSpread * random.normal()));
        m_networks.emplace_back(m_constants.back(), m_seconds);
    }
}

void GpuBank::setResistanceRatio(std::uint32_t gpu, double resistanceRatio)
{
    if (std::abs(m_resistanceRatio[gpu] - resistanceRatio) < 5e-4)
        return;
    m_resistanceRatio[gpu] = static_cast<float>(resistanceRatio);
    ThermalNetwork::Constants constants = m_constants[gpu];
    constants.dieResistance *= resistanceRatio;
    constants.memoryResistance *= resistanceRatio;
    m_networks[gpu] = ThermalNetwork(constants, m_seconds);
}

// The device's governor, once per tick: software slowdown lowers the clock a few steps per degree above the limit and
// recovers slowly; hardware slowdown halves it at once; the power limit caps the result.
void GpuBank::stepClock(std::uint32_t gpu)
{
    std::uint32_t why = 0;
    const auto full = static_cast<float>(m_model.fullClockMhz);
    const double excess
        = std::max(die[gpu] - m_model.maximumOperatingCelsius, memory[gpu] - m_model.memoryThrottleCelsius);
    float& allowed = m_thermalClock[gpu];
    if (excess > 0)
        allowed = std::max(static_cast<float>(m_model.minimumClockMhz),
                           allowed - static_cast<float>(m_model.clockStepMhz * std::ceil(2 * excess)));
    else
        allowed = std::min(full, allowed + governorRecoveryMhz);
    if (allowed < full)
        why |= throttle::softwareThermal;

    const double wanted = activity[gpu].intensity * m_chipFactor[gpu];
    float clock = static_cast<float>(m_powerModel.clockWithin(powerLimit[gpu], wanted, die[gpu]));
    if (clock < full) // a limit below the board's own is an external power brake
        why |= powerLimit[gpu] < 0.995 * m_model.boardPowerWatts ? throttle::powerBrake | throttle::softwarePowerCap
                                                                 : throttle::softwarePowerCap;
    clock = std::min(clock, allowed);
    if (die[gpu] >= m_model.slowdownCelsius) {
        clock = std::min(clock, full / 2);
        why |= throttle::hardwareThermal | throttle::hardwareSlowdown;
    }
    clockRatio[gpu] = clock / full;

    const GpuActivity& now = activity[gpu];
    const bool isIdle = now.compute + now.communication < 0.005F;
    reasons[gpu] = isIdle ? throttle::idle : now.compute > 0.005F ? why : why & ~throttle::softwarePowerCap;
    reportedClock[gpu] = isIdle ? static_cast<float>(m_model.idleClockMhz) : now.compute > 0.005F ? clock : allowed;
    throttledShare[gpu] = (why & ~throttle::softwarePowerCap) != 0 && !isIdle ? now.compute : 0;
}

double GpuBank::stepPower(std::uint32_t gpu)
{
    const GpuActivity& now = activity[gpu];
    const double chip = m_chipFactor[gpu];
    const double ratio = PowerModel::dynamicRatio(clockRatio[gpu]);
    const double rest = std::max(0.0F, 1 - now.compute - now.communication);
    const double dynamic = m_powerModel.dynamicWatts() * chip
        * (now.compute * now.intensity * ratio + now.communication * communicationActivity * now.waitPower * ratio
           + (now.compute + now.communication > 0.005F ? rest * idleActivity : 0.0));
    return m_powerModel.baseWatts() + m_powerModel.leakage(die[gpu]) + dynamic;
}

void GpuBank::step()
{
    overheated.clear();
    for (std::uint32_t gpu = 0; gpu < count(); ++gpu) {
        if (isAlive[gpu] == 0) {
            power[gpu] = 0;
        } else {
            stepClock(gpu);
            power[gpu] = static_cast<float>(stepPower(gpu));
        }
        const double busy = activity[gpu].compute + 0.4 * activity[gpu].communication;
        const double memoryWatts = isAlive[gpu] == 0
            ? 0
            : m_model.memoryIdleWatts + (m_model.memoryBusyWatts - m_model.memoryIdleWatts) * std::min(1.0, busy);
        const auto next = m_networks[gpu].step({die[gpu], memory[gpu]}, std::max(0.0, power[gpu] - memoryWatts),
                                               memoryWatts, coolant[gpu]);
        die[gpu] = static_cast<float>(next.die);
        memory[gpu] = static_cast<float>(next.memory);
        if (die[gpu] >= m_model.shutdownCelsius && isAlive[gpu] != 0)
            overheated.push_back(gpu);
    }
}

} // namespace lockstep::sim
