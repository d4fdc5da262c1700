// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/simulation/physics/gpumodel.h"

#include <array>

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

} // namespace lockstep::sim
