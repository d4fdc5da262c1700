// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/time.h"

#include <algorithm>
#include <cstdint>
#include <random>

namespace lockstep {

/// Delay after consecutive failures; doubles each time. A plain value.
struct BackOff
{
    Duration first; ///< after one failure
    Duration longest;

    [[nodiscard]] constexpr Duration pauseAfter(std::uint64_t failures) const
    {
        constexpr std::uint64_t maxDoublings = 16;
        const std::uint64_t doublings = std::min(std::max<std::uint64_t>(failures, 1) - 1, maxDoublings);
        return std::min(first * (std::int64_t{1} << doublings), longest);
    }
};

/// Time of the next poll. Keeps the configured interval, limits the time spent polling to a fraction, and backs off
/// while there is no answer. A plain value.
struct PollPace
{
    Duration interval; ///< between two queries
    int rest; ///< minimum pause, as a multiple of the query's duration
    BackOff backOff; ///< replaces both while there is no answer

    [[nodiscard]] constexpr Duration pauseAfter(Duration lasted, std::uint64_t failures) const
    {
        return failures > 0 ? backOff.pauseAfter(failures) : std::max(interval - lasted, rest * lasted);
    }
};

/// Back-off before the next attempt: doubles from 0.2 s to 5 s, with the upper half random, so that thousands of
/// clients do not retry at the same time. A plain value.
class RetryPolicy
{
public:
    static constexpr BackOff steps{std::chrono::milliseconds(200), std::chrono::seconds(5)};

    explicit RetryPolicy(std::uint32_t seed) : m_random(seed) { }

    /// The next delay, at least half of the current step.
    [[nodiscard]] Duration next()
    {
        const Duration step = steps.pauseAfter(++m_failures);
        return between(step / 2, step);
    }
    /// Call on success: starts over from the first step.
    void reset() { m_failures = 0; }

    /// @p duration changed randomly by up to a tenth, to spread repeated actions.
    [[nodiscard]] Duration jittered(Duration duration) { return between(duration / 10 * 9, duration / 10 * 11); }

private:
    [[nodiscard]] Duration between(Duration shortest, Duration longest)
    {
        return Duration(std::uniform_int_distribution(shortest.count(), longest.count())(m_random));
    }

    std::minstd_rand m_random;
    std::uint64_t m_failures = 0;
};

} // namespace lockstep
