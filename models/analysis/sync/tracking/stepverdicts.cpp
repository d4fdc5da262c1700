// SPDX-License-Identifier: GPL-3.0-or-later
// What JobTracker keeps of a step: verdicts for those who ask, events for the next step.
#include "models/analysis/sync/tracking/jobtracker.h"

#include <algorithm>
#include <utility>

namespace lockstep {

namespace {

/// Of each lane so many events are kept for the next window: from the last collective of all to the end of the step.
constexpr std::uint32_t carriedEvents = 8;

bool hasFresh(const SyncWindow& window, std::uint32_t lane)
{
    for (std::uint32_t at = window.laneBegin(lane); at < window.laneEnd(lane); ++at) {
        if (window.events()[at].isFresh())
            return true;
    }
    return false;
}

} // namespace

void JobTracker::noteVerdicts(const SyncWindow& window, RootCauses& causes)
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
                                     shares.front().culprit, shares.front().share,
                                     group.isReceive ? 0 : events[group.shortest].span.lengthNs()});
            }
            // One speaks for all parts of a collective.
            if (!group.isReceive && event.waitNs > 0)
                break;
        }
    }
    std::ranges::sort(*verdicts, {}, &WaitVerdict::key);
    m_verdictCount += verdicts->size();
    m_verdicts.push_back(std::move(verdicts));
    while (m_verdicts.size() > keptSteps || (m_verdicts.size() > minVerdicts && m_verdictCount > maxVerdicts)) {
        m_verdictCount -= m_verdicts.front()->size();
        m_verdicts.pop_front();
    }
}

void JobTracker::carryOver(const SyncWindow& window, RootCauses& causes, const LostSpans& lost)
{
    m_carried.clear();
    for (std::uint32_t lane = 0; lane < window.laneCount(); ++lane) {
        const std::uint32_t end = window.laneEnd(lane);
        // Of a lane that lacks something, or whose clock has leapt, nothing goes on from here.
        if (lost.concern({CulpritKind::Lane, lane}) && hasFresh(window, lane))
            continue;
        const std::uint32_t from = std::max(window.laneBegin(lane), end - std::min(end, carriedEvents));
        for (std::uint32_t at = from; at < end; ++at) {
            const WindowEvent& event = window.events()[at];
            const bool matters = event.waitNs > 0;
            m_carried.push_back({event.span, event.waitNs, event.lostNs, matters ? causes.of(at) : CauseShares{}});
        }
    }
}

} // namespace lockstep
