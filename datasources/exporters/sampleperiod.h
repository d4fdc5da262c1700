// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/time.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace lockstep {

/// Times of one series, ascending, no two the same.
using SampleTimes = std::vector<TimePoint>;

/// Usual distance of samples, robust against missing and late ones: the most frequent spacing, of two about equally
/// frequent ones the longer. nullopt for fewer than two samples.
[[nodiscard]] std::optional<Duration> typicalInterval(std::span<const TimePoint> times);

/// Assigns the samples of one series to ticks. A sample goes to the tick before or after it, whichever is free, so that
/// jitter around a tick loses no sample.
class TickChooser
{
public:
    /// @param isOnGrid true if most samples were taken close to a tick: tries the nearest tick first, otherwise the
    /// previous one
    TickChooser(Duration period, bool isOnGrid) : m_period(period), m_isOnGrid(isOnGrid) { }

    struct Choice
    {
        TickIndex tick = 0;
        bool isTaken = false; ///< by the sample before
    };
    [[nodiscard]] Choice next(TimePoint time);

private:
    Duration m_period;
    bool m_isOnGrid;
    std::optional<TickIndex> m_last;
};

/// How well the samples of many series fit the ticks of a period.
struct GridFit
{
    Duration period{};
    bool isOnGrid = false;
    std::uint64_t samples = 0;
    std::uint64_t lost = 0; ///< samples that share their tick with another sample of their series
};
[[nodiscard]] GridFit fitTo(Duration period, std::span<const SampleTimes> series);

/// Result for the period of many series.
struct FoundPeriod
{
    GridFit fit; ///< the longest period that keeps samples apart, except for a few
    std::size_t slower = 0; ///< series with less than half the rate
    Duration slowest{}; ///< usual spacing of the slowest of them
};
/// nullopt: no series has two samples.
[[nodiscard]] std::optional<FoundPeriod> findPeriod(std::span<const SampleTimes> series);

} // namespace lockstep
