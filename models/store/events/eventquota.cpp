// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/events/eventquota.h"

#include "models/core/eventcodes.h"

#include <fmt/format.h>

namespace lockstep {

bool EventQuota::admit(TimePoint now)
{
    m_credit.fill(now);
    const bool isAdmitted = m_credit.has(1);
    isAdmitted ? m_credit.spend(1) : m_leftOut.count();
    return isAdmitted;
}

std::optional<Event> EventQuota::notice(TimePoint now)
{
    const bool isFirst = !m_leftOut.last();
    const std::uint64_t count = m_leftOut.take(now);
    if (count == 0)
        return std::nullopt;
    if (isFirst)
        m_leftOut.count(count); // reported with the next notice
    return Event{now, Severity::Warning, 0, codes::eventsLeftOut,
                 isFirst ? fmt::format("reports more events than are shown: from here on {:g} a second", perSecond)
                         : fmt::format("{} events more are not shown", count)};
}

} // namespace lockstep
