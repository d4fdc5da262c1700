// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/time.h"

#include <algorithm>
#include <cstdint>

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

/// Time of the next poll: at the configured interval, busy for at most a share of the time, and with back-off while
/// there is no answer. A plain value.
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

} // namespace lockstep
