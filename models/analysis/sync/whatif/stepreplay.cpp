// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/sync/whatif/stepreplay.h"

#include "models/analysis/sync/whatif/stepreplaybuilder.h"

#include <algorithm>
#include <span>

namespace lockstep {

StepReplay::StepReplay(const SyncWindow& window, const std::vector<bool>& isLost)
{
    Builder(window, isLost, *this).build();
}

bool StepReplay::isLeftOut(const WindowEvent& event)
{
    const bool isLoneWait = event.span.kind == SpanKind::Wait && !event.span.isReceive()
        && (event.group == WindowEvent::none || !event.span.isCollective());
    return !event.isFresh() || event.span.kind == SpanKind::Idle || isLoneWait;
}

ReplayScenario StepReplay::uniform(bool observed) const
{
    const std::uint8_t flag = observed ? 1 : 0;
    return {std::vector<std::uint8_t>(m_ops.size(), flag), std::vector<std::uint8_t>(m_lanes, flag)};
}

double StepReplay::seconds(const ReplayScenario& scenario)
{
    m_laneTimes.assign(m_lanes, 0);
    m_sentAt.assign(m_sentCount, 0);
    for (const Item& item : m_items) {
        const bool isOpObserved = scenario.ops[item.op] != 0;
        if (item.group == none) {
            float& time = m_laneTimes[item.lane];
            const float length = isOpObserved && scenario.lanes[item.lane] != 0 ? item.observed : item.ideal;
            time = item.sent != none ? std::max(time, m_sentAt[item.sent] + length) : time + length;
            if (item.marks != none)
                m_sentAt[item.marks] = time;
            continue;
        }
        const GroupLanes& group = m_groupLanes[item.group];
        const std::span members = std::span(m_members).subspan(group.first, group.count);
        float last = 0;
        bool isAnyObserved = false;
        for (const std::uint32_t lane : members) {
            last = std::max(last, m_laneTimes[lane]);
            isAnyObserved = isAnyObserved || scenario.lanes[lane] != 0;
        }
        last += isOpObserved && isAnyObserved ? item.observed : item.ideal;
        for (const std::uint32_t lane : members)
            m_laneTimes[lane] = last;
        if (item.marks != none)
            m_sentAt[item.marks] = last;
    }
    return m_laneTimes.empty() ? 0 : static_cast<double>(std::ranges::max(m_laneTimes));
}

} // namespace lockstep
