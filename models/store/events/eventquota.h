// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/event.h"
#include "models/core/work/throttle.h"
#include "models/core/work/tokenbucket.h"

#include <optional>

namespace lockstep {

/// Rate limit of a node's events in the dashboard's log: a burst and a steady rate, so that one node cannot displace
/// others' events. The recording keeps all of them. A plain value.
class EventQuota
{
public:
    static constexpr double burst = 512;
    static constexpr double perSecond = 2;

    /// Whether to accept one more at @p now, by the local clock.
    [[nodiscard]] bool admit(TimePoint now);
    /// An event about rejected events: with the first one, then once per minute with their number.
    [[nodiscard]] std::optional<Event> notice(TimePoint now);

private:
    TokenBucket m_credit{perSecond, burst};
    Throttle<> m_leftOut;
};

} // namespace lockstep
