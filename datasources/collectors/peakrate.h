// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/metrics/counterrate.h"

#include <optional>

namespace lockstep {

/// A rate over one tick and the highest rate seen within it, in counts per second.
struct MeanAndPeak
{
    std::optional<double> mean;
    std::optional<double> peak;
};

/// Rate of a counter that is looked at several times within a tick, so that a burst shorter than the tick survives.
/// The mean comes from the ends of the tick alone and is exact however the looks in between fall.
/// Plain value, one per counter; used on the thread that samples it.
class PeakRate
{
public:
    PeakRate() = default;
    /// @param rate how the counter wraps
    explicit PeakRate(const CounterRate& rate) : m_tick(rate), m_fast(rate) { }

    /// A look within the tick. Looks closer together than 20 ms are skipped: quantised counters would make false peaks.
    void sampleFast(std::uint64_t count, TimePoint time);

    /// The look that ends the tick.
    [[nodiscard]] MeanAndPeak sampleTick(std::uint64_t count, TimePoint time);

    /// Forgets everything: the counter could not be read, and a gap is not averaged over.
    void clear();

private:
    CounterRate m_tick;
    CounterRate m_fast;
    std::optional<TimePoint> m_lastFast;
    std::optional<double> m_peak;
};

} // namespace lockstep
