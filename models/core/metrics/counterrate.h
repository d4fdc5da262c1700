// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/time.h"

#include <cstdint>
#include <optional>

namespace lockstep {

/// Turns a monotonic counter into a rate per second, and handles wrap and reset. A plain value, one per counter; used
/// on the sampling thread.
class CounterRate
{
public:
    /// @param bits width of the counter: a step back that a wrap of that width explains within half its range is a
    /// wrap;
    ///             any other step back is a reset, which yields nothing rather than a negative rate.
    explicit CounterRate(unsigned bits = 64) : m_range(bits < 64 ? std::uint64_t{1} << bits : 0) { }

    /// For a counter that starts over from 0 after @p top, which need not be a power of two (RAPL's energy).
    [[nodiscard]] static CounterRate wrappingAfter(std::uint64_t top)
    {
        CounterRate rate;
        rate.m_range = top + 1;
        return rate;
    }

    /// Rate since the previous sample, in counts per second; nullopt on the first sample, after a reset, or when no
    /// time passed.
    [[nodiscard]] std::optional<double> sample(std::uint64_t count, TimePoint time);

    /// Likewise for a counter that counts parts, such as seconds, as Prometheus' do.
    [[nodiscard]] std::optional<double> sampleReal(double count, TimePoint time);

    /// Forgets the previous sample: the next one starts anew (a gap is not averaged over).
    void clear() { m_last.reset(); }

private:
    struct Sample
    {
        std::uint64_t count;
        TimePoint time;
        double part = 0; ///< of one
    };

    std::uint64_t m_range; ///< how many values it takes before it starts over; 0: 2^64
    std::optional<Sample> m_last;
};

} // namespace lockstep
