// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/time.h"

#include <cstdint>
#include <string>

namespace lockstep {

/// Ticks that are known to be missing. A gap is data.
struct Gap
{
    TimeRange range; ///< first missing tick to the tick that ends the gap, in the node's clock
    std::uint64_t ticks = 0; ///< how many were lost; 0: unknown
    std::string reason; ///< "agent restarted", "older than the data that the agent keeps", "dropped: the dashboard was
                        ///< overloaded"
};

} // namespace lockstep
