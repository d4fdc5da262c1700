// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/time.h"

#include <cstdint>
#include <optional>

namespace lockstep {

/// Converts a monotonic counter to a rate per second; handles wrap and reset. A plain value, one per counter. Used on
/// the sampling thread.
class CounterRate
{
public:
    /// @param bits width of the counter. A decrease counts as a wrap-around if the counter, at this width, has then
    /// increased by at most half its range. Any other decrease is a reset, which gives no rate.
    explicit CounterRate(unsigned bits = 64) : m_range(bits < 64 ? std::uint64_t{1} << bits : 0) { }

    /// For a counter that restarts from 0 after @p top, which need not be a power of two (RAPL's energy).
    [[nodiscard]] static CounterRate wrappingAfter(std::uint64_t top)
    {
        CounterRate rate;
        rate.m_range = top + 1;
        return rate;
    }

    /// Rate since the previous sample, in counts per second; nullopt for the first sample, after a reset, or if no time
    /// has passed.
    [[nodiscard]] std::optional<double> sample(std::uint64_t count, TimePoint time);

    /// The same for a counter with fractions, such as seconds, as in Prometheus.
    [[nodiscard]] std::optional<double> sampleReal(double count, TimePoint time);

    /// Forgets the previous sample, so that a gap is not averaged over.
    void clear() { m_last.reset(); }

private:
    struct Sample
    {
        std::uint64_t count;
        TimePoint time;
        double part = 0; ///< fraction of a count
    };

    std::uint64_t m_range; ///< number of values before it restarts; 0: 2^64
    std::optional<Sample> m_last;
};

} // namespace lockstep
