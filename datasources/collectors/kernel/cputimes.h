// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/time.h"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace lockstep {

/// One "cpu" line of /proc/stat, in jiffies. Guest time is included in user time (proc(5)).
struct CpuTimes
{
    std::uint64_t busy = 0;
    std::uint64_t total = 0;
    std::uint64_t system = 0;
    std::uint64_t wait = 0;
    std::uint64_t steal = 0;

    /// @param fields of the line, after its name
    explicit CpuTimes(std::string_view fields);

    /// CPU time itself as the clock: the rate of busy jiffies over it is a share from 0 to 1, whatever the sampling
    /// jitter and however coarse the jiffies. @p cores bring it near to real time.
    [[nodiscard]] TimePoint clock(std::size_t cores) const;
    /// From the rate of busy jiffies over that clock to a share.
    [[nodiscard]] static double shareScale(std::size_t cores);

    /// USER_HZ is 100 on every architecture that matters.
    static constexpr Duration jiffy = std::chrono::milliseconds(10);
};

} // namespace lockstep
