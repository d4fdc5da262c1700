// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/sync/tracking/stepverdicts.h"

#include <algorithm>
#include <utility>

namespace lockstep {

void StepVerdicts::add(const SyncWindow& window, RootCauses& causes)
{
    auto verdicts = std::make_shared<std::vector<WaitVerdict>>();
    const auto& events = window.events();
    for (const WaitGroup& group : window.groups()) {
        if (!group.isFresh)
            continue;
        for (const std::uint32_t member : window.membersOf(group)) {
            const WindowEvent& event = events[member];
            const auto shares = causes.of(member).shares();
            if (event.waitNs > 0 && !shares.empty()) {
                const auto last = group.isReceive ? window.senderOf(event.span) : events[group.shortest].span.lane;
                verdicts->push_back({event.span.communicator, event.span.sequence,
                                     group.isReceive ? event.span.lane : WaitVerdict::allLanes, last,
                                     shares.front().culprit, group.isReceive ? 0 : events[group.shortest].lengthNs()});
            }
            // One part represents the collective.
            if (!group.isReceive && event.waitNs > 0)
                break;
        }
    }
    std::ranges::sort(*verdicts, {}, &WaitVerdict::key);
    verdicts->shrink_to_fit(); // kept for many steps
    m_count += verdicts->size();
    m_steps.push_back(std::move(verdicts));
    while (m_steps.size() > m_keptSteps || (m_steps.size() > minSteps && m_count > maxVerdicts)) {
        m_count -= m_steps.front()->size();
        m_steps.pop_front();
    }
}

} // namespace lockstep
