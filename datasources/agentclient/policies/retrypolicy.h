// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/time.h"

#include <cstdint>
#include <random>

namespace lockstep {

/// Back-off before the next attempt: doubles from 0.2 s to 5 s, with the upper half random, so that thousands of
/// clients do not retry at the same time. A plain value.
class RetryPolicy
{
public:
    static constexpr Duration first = std::chrono::milliseconds(200);
    static constexpr Duration longest = std::chrono::seconds(5);

    explicit RetryPolicy(std::uint32_t seed) : m_random(seed) { }

    /// The next delay, at least half of the current step.
    [[nodiscard]] Duration next();
    /// Call on success: starts over from the first step.
    void reset() { m_step = first; }

    /// @p duration changed randomly by up to a tenth, to spread repeated actions.
    [[nodiscard]] Duration jittered(Duration duration);

private:
    std::minstd_rand m_random;
    Duration m_step = first;
};

} // namespace lockstep
