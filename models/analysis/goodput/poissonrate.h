// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace lockstep {

/// Probability of at most @p events, if that many are expected on average. 1 if the mean is not positive.
[[nodiscard]] double poissonAtMost(std::uint64_t events, double mean);

/// The smallest number of events that is exceeded with a probability below @p exceeded.
/// @param mean 0 if it is not a positive number; at most a million
/// @param exceeded below one half
[[nodiscard]] std::uint64_t poissonQuantile(double mean, double exceeded);

/// A rate of independent events, from their number in the observed time, with exact confidence limits: F. Garwood,
/// "Fiducial limits for the Poisson distribution", Biometrika 28, 1936. They are half the quantiles of chi-square with
/// 2 k and 2 k + 2 degrees of freedom, divided by the time.
struct PoissonRate
{
    /// Two-sided. Without any event it applies only to the upper limit, which is then 3 / hours.
    static constexpr double confidence = 0.95;

    std::uint64_t events = 0;
    double hours = 0;
    double low = 0; ///< all per hour; NaN: nothing was watched
    double perHour = 0;
    double high = 0;

    [[nodiscard]] static PoissonRate of(std::uint64_t events, double hours);
    [[nodiscard]] bool isWatched() const { return hours > 0; }
};

} // namespace lockstep
