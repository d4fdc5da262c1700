// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/simulation/physics/powermodel.h"

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

} // namespace lockstep::sim
