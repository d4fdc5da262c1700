// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>
#include <cstdint>
#include <numbers>

namespace lockstep::sim {

/// SplitMix64's finaliser: a good mix of 64 bits (Steele, Lea and Flood, OOPSLA 2014).
[[nodiscard]] constexpr std::uint64_t mixBits(std::uint64_t bits)
{
    bits = (bits ^ (bits >> 30)) * 0xBF58476D1CE4E5B9ULL;
    bits = (bits ^ (bits >> 27)) * 0x94D049BB133111EBULL;
    return bits ^ (bits >> 31);
}

/// A seeded random stream that gives the same numbers on every platform, unlike the standard distributions. Each part
/// of the simulation has its own stream (fork), so that parts do not affect each other. A plain value.
class Random
{
public:
    explicit constexpr Random(std::uint64_t seed) : m_state(mixBits(seed + step)) { }

    /// An independent stream for the part @p name of this seed.
    [[nodiscard]] constexpr Random fork(std::uint64_t name) const { return Random(m_state ^ mixBits(name * step + 1)); }

    constexpr std::uint64_t bits() { return mixBits(m_state += step); }
    /// In [0, 1).
    double uniform() { return static_cast<double>(bits() >> 11) * 0x1.0p-53; }
    std::uint32_t below(std::uint32_t count)
    {
        return count == 0 ? 0 : static_cast<std::uint32_t>((bits() >> 32) * count >> 32);
    }
    /// Mean 0, deviation 1 (Box and Muller, 1958).
    double normal()
    {
        const double radius = std::sqrt(-2.0 * std::log(1.0 - uniform()));
        return radius * std::cos(2.0 * std::numbers::pi * uniform());
    }
    /// Near-normal in [-3.46, 3.46] for noise in inner loops: four 16-bit uniforms, mean 0, deviation 1 (Irwin-Hall).
    float roughNormal()
    {
        const std::uint64_t word = bits();
        const auto sum = (word & 0xFFFF) + ((word >> 16) & 0xFFFF) + ((word >> 32) & 0xFFFF) + (word >> 48);
        return (static_cast<float>(sum) - 131070.0F) * (1.7320508F / 65536.0F);
    }
    /// Waiting time to the next event of a Poisson process; infinite for a rate of 0.
    double exponential(double ratePerUnit)
    {
        return ratePerUnit > 0 ? -std::log(1.0 - uniform()) / ratePerUnit : HUGE_VAL;
    }
    /// Number of events of a Poisson process with that mean (Knuth for small means, normal for large ones).
    std::uint32_t poisson(double mean)
    {
        if (mean > 30)
            return static_cast<std::uint32_t>(std::max(0.0, std::round(mean + std::sqrt(mean) * normal())));
        const double limit = std::exp(-mean);
        std::uint32_t count = 0;
        for (double product = uniform(); product > limit; product *= uniform())
            ++count;
        return count;
    }

private:
    static constexpr std::uint64_t step = 0x9E3779B97F4A7C15ULL;
    std::uint64_t m_state;
};

} // namespace lockstep::sim
