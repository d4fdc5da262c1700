// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/metrics/counterrate.h"

#include <optional>

namespace lockstep {

/// Mean rate over one tick and the highest rate within it, in counts per second.
struct MeanAndPeak
{
    std::optional<double> mean;
    std::optional<double> peak;
};

/// Rate of a counter that is sampled several times per tick, so that bursts shorter than a tick are preserved. The mean
/// uses only the ends of the tick and is exact. A plain value, one per counter; used on the sampling thread.
class PeakRate
{
public:
    PeakRate() = default;
    /// @param rate how the counter wraps
    explicit PeakRate(const CounterRate& rate) : m_tick(rate), m_fast(rate) { }

    /// A sample within the tick. Samples closer together than 20 ms are skipped, because quantised counters would give
    /// false peaks.
    void sampleFast(std::uint64_t count, TimePoint time);

    /// The sample at the end of the tick.
    [[nodiscard]] MeanAndPeak sampleTick(std::uint64_t count, TimePoint time);

    /// Discards the state after a failed read, so that a gap is not averaged over.
    void clear();

private:
    CounterRate m_tick;
    CounterRate m_fast;
    std::optional<TimePoint> m_lastFast;
    std::optional<double> m_peak;
};

} // namespace lockstep
