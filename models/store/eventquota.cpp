// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/eventquota.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace lockstep {

bool EventQuota::admit(TimePoint now)
{
    // A clock that was set back earns nothing until it has caught up with itself.
    const double seconds = m_last == TimePoint{} ? 0 : std::chrono::duration<double>(now - m_last).count();
    m_credit = std::min(m_credit + std::max(seconds, 0.0) * perSecond, burst);
    m_last = std::max(m_last, now);
    if (m_credit < 1) {
        ++m_leftOut;
        return false;
    }
    m_credit -= 1;
    return true;
}

std::optional<Event> EventQuota::notice(TimePoint now)
{
    const bool isDue = m_told == TimePoint{} || now - m_told >= std::chrono::minutes(1) || now < m_told;
    if (m_leftOut == 0 || !isDue)
        return std::nullopt;
    const bool isFirst = m_told == TimePoint{};
    m_told = now;
    return Event{now, Severity::Warning, 0, "events.left_out",
                 isFirst ? fmt::format("reports more events than are shown: from here on {:g} a second", perSecond)
                         : fmt::format("{} events more are not shown", std::exchange(m_leftOut, 0))};
}

} // namespace lockstep
