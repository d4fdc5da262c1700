// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/event.h"
#include "models/core/work/throttle.h"

#include <string>
#include <vector>

namespace lockstep {

/// Rejects ticks that claim to be from the future or long ago, whatever the node's clock: future ticks would push
/// others' data out of memory and recordings, and ticks of another year would stretch the time range to years. Counted,
/// and reported at most once per minute. A plain value, one per node.
class DistantTicks
{
public:
    /// Whether a tick of that time on our time line must not be placed.
    /// @param received our clock when it came; epoch: unknown, then it is believed
    [[nodiscard]] bool refuses(TimePoint time, TimePoint received);

    /// Events about ticks rejected since the last call; on our time line, about the node.
    [[nodiscard]] std::vector<Event> news(const std::string& node, TimePoint received);

private:
    struct Refused
    {
        Throttle<> count;
        Duration furthest{};
    };

    Refused m_ahead;
    Refused m_behind;
};

} // namespace lockstep
