// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/event.h"
#include "models/core/work/throttle.h"

#include <string>
#include <vector>

namespace lockstep {

/// Refuses a node's ticks that claim to be of the future or of long ago, whatever its clock is said to be: one of the
/// future would push all that others reported out of memory, and out of a recording; one of another year would stretch
/// the time that is shown to years. Counts them and has it said, at most once a minute. A plain value, one per node.
class DistantTicks
{
public:
    /// Whether a tick of that time on our time line must not be placed.
    /// @param received our clock when it came; epoch: unknown, then it is believed
    [[nodiscard]] bool refuses(TimePoint time, TimePoint received);

    /// What is to be said of those that were refused since it was said last; on our time line, about the node.
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
