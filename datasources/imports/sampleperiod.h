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

/// How far apart samples usually are, whatever is missing, late or far between now and then: the most frequent
/// spacing, of two that are about as frequent the longer one. nullopt for fewer than two samples.
[[nodiscard]] std::optional<Duration> usualSpacing(std::span<const TimePoint> times);

/// Assigns the samples of one series to ticks. A sample goes to the previous or next tick, so that jitter around a tick
/// loses nothing, but never far enough to be taken for another sample.
class TickChooser
{
public:
    /// @param isOnGrid most samples were taken about at a tick: then the nearest comes first, else the one before
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
    std::uint64_t lost = 0; ///< that share their tick with another one of their series
};
[[nodiscard]] GridFit fitTo(Duration period, std::span<const SampleTimes> series);

/// What is known about the period of many series.
struct FoundPeriod
{
    GridFit fit; ///< the longest period that keeps the samples apart, if need be but for a few
    std::size_t slower = 0; ///< series that come less than half as often
    Duration slowest{}; ///< usual spacing of the slowest of them
};
/// nullopt: no series has two samples.
[[nodiscard]] std::optional<FoundPeriod> findPeriod(std::span<const SampleTimes> series);

} // namespace lockstep
