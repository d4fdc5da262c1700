// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/goodput/poissonrate.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace lockstep {

namespace {

constexpr double negligible = 1e-17; ///< part of a sum

/// Probability of exactly that many.
double termOf(double events, double mean)
{
    return std::exp(events * std::log(mean) - mean - std::lgamma(events + 1));
}

/// The mean at which at most @p events have the probability @p wanted. The probability falls with the mean, so
/// bisection finds it.
double meanAt(std::uint64_t events, double wanted)
{
    constexpr double spread = 10; // standard deviations
    const auto count = static_cast<double>(events);
    double low = 0;
    double high = count + spread * (std::sqrt(count) + 1);
    for (double middle = high / 2; middle > low && middle < high; middle = (low + high) / 2)
        (poissonAtMost(events, middle) > wanted ? low : high) = middle;
    return high;
}

} // namespace

double poissonAtMost(std::uint64_t events, double mean)
{
    if (!(mean > 0))
        return 1;
    const auto count = static_cast<double>(events);
    double sum = 0;
    if (count < mean) {
        double term = termOf(count, mean);
        for (double at = count; at >= 0 && term > sum * negligible; term *= at / mean, --at)
            sum += term;
        return std::min(1.0, sum);
    }
    double term = termOf(count + 1, mean);
    for (double at = count + 1; term > sum * negligible; ++at, term *= mean / at)
        sum += term;
    return std::max(0.0, 1 - sum);
}

std::uint64_t poissonQuantile(double mean, double exceeded)
{
    constexpr double largest = 1e6;
    if (!(mean > 0))
        return 0;
    mean = std::min(mean, largest);
    auto events = static_cast<std::uint64_t>(std::max(0.0, mean - 1)); // the median is not below it
    while (1 - poissonAtMost(events, mean) >= exceeded)
        ++events;
    return events;
}

PoissonRate PoissonRate::of(std::uint64_t events, double hours)
{
    constexpr double outside = 1 - confidence;
    PoissonRate rate{events, hours, 0, 0, 0};
    if (!(hours > 0)) {
        rate.low = rate.perHour = rate.high = std::numeric_limits<double>::quiet_NaN();
        return rate;
    }
    rate.perHour = static_cast<double>(events) / hours;
    rate.low = events == 0 ? 0 : meanAt(events - 1, 1 - outside / 2) / hours;
    rate.high = meanAt(events, events == 0 ? outside : outside / 2) / hours;
    return rate;
}

} // namespace lockstep
