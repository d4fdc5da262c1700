// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

namespace lockstep {

using Duration = std::chrono::nanoseconds;

/// The nearest duration that can be stored: the longest one beyond 292 years, zero for NaN.
[[nodiscard]] constexpr Duration durationOfSeconds(double seconds)
{
    constexpr double longest = std::chrono::duration<double>(Duration::max()).count();
    if (seconds != seconds)
        return Duration::zero();
    if (seconds >= longest)
        return Duration::max();
    if (seconds <= -longest)
        return Duration::min();
    return std::chrono::duration_cast<Duration>(std::chrono::duration<double>(seconds));
}

/// A moment: nanoseconds since 1970, UTC, in the clock of its source.
using TimePoint = std::chrono::sys_time<Duration>;

/// As a number, for files and the wire.
[[nodiscard]] constexpr std::int64_t nsOf(TimePoint time)
{
    return time.time_since_epoch().count();
}

/// Half-open range of time [from, to). Empty when to <= from.
struct TimeRange
{
    TimePoint from;
    TimePoint to;

    [[nodiscard]] constexpr Duration length() const { return to - from; }
    [[nodiscard]] constexpr bool isEmpty() const { return to <= from; }
    [[nodiscard]] constexpr bool contains(TimePoint time) const { return from <= time && time < to; }
    [[nodiscard]] constexpr bool overlaps(TimeRange other) const { return from < other.to && other.from < to; }
    friend constexpr bool operator==(TimeRange, TimeRange) = default;
};

/// Position of a tick on the grid of a period: floor(time / period). Ticks of all nodes share one grid.
using TickIndex = std::int64_t;

/// Half-open range of ticks [from, to).
struct TickRange
{
    TickIndex from = 0;
    TickIndex to = 0;

    [[nodiscard]] constexpr bool isEmpty() const { return to <= from; }
    [[nodiscard]] constexpr std::int64_t length() const { return isEmpty() ? 0 : to - from; }
    [[nodiscard]] constexpr bool contains(TickIndex tick) const { return from <= tick && tick < to; }
    friend constexpr bool operator==(TickRange, TickRange) = default;
};

/// All ticks of a range, in order.
[[nodiscard]] inline std::vector<TickIndex> ticksIn(TickRange range)
{
    std::vector<TickIndex> ticks(static_cast<std::size_t>(range.length()));
    std::iota(ticks.begin(), ticks.end(), range.from);
    return ticks;
}

[[nodiscard]] constexpr TickIndex tickIndexOf(TimePoint time, Duration period)
{
    const auto since = time.time_since_epoch().count();
    const auto quotient = since / period.count();
    return since % period.count() < 0 ? quotient - 1 : quotient;
}

[[nodiscard]] constexpr TimePoint timeOfTick(TickIndex tick, Duration period)
{
    return TimePoint(period * tick);
}

[[nodiscard]] inline TimePoint wallClockNow()
{
    return std::chrono::time_point_cast<Duration>(std::chrono::system_clock::now());
}

} // namespace lockstep
