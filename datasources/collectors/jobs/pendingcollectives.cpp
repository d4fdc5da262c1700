// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/jobs/pendingcollectives.h"

#include <algorithm>
#include <utility>

namespace lockstep {

namespace {

std::string keyOf(const JobEvent& event)
{
    return event.job + '\n' + event.lane;
}

bool isSame(const JobEvent& entered, const JobEvent& event)
{
    return entered.communicator == event.communicator && entered.sequence == event.sequence;
}

} // namespace

bool PendingCollectives::take(const JobInbox::Post& post)
{
    const JobEvent& event = post.event;
    m_pace.take(post);
    if (event.kind == SpanKind::Marker && event.communicator.empty())
        return false;
    if (event.kind == SpanKind::Marker && !event.hasLeft) {
        enter(post);
        return true;
    }
    if (const auto known = m_lanes.find(keyOf(event)); known != m_lanes.end()) {
        getOn(known->second, event);
        if (known->second.entered.empty())
            m_lanes.erase(known);
    }
    return event.kind == SpanKind::Marker;
}

bool PendingCollectives::isIn(const JobEvent& event) const
{
    const auto known = m_lanes.find(keyOf(event));
    return known != m_lanes.end() && !known->second.entered.empty();
}

void PendingCollectives::enter(const JobInbox::Post& post)
{
    const std::string key = keyOf(post.event);
    if (m_lanes.size() >= lanes && !m_lanes.contains(key))
        return;
    Lane& lane = m_lanes[key];
    lane.sender = post.sender;
    lane.process = post.process;
    const auto isKnown = [&](const JobEvent& entered) {
        return isSame(entered, post.event);
    };
    if (lane.entered.size() < enteredAtOnce && std::ranges::none_of(lane.entered, isKnown))
        lane.entered.push_back(post.event);
}

void PendingCollectives::getOn(Lane& lane, const JobEvent& event)
{
    std::erase_if(lane.entered, [&](const JobEvent& entered) {
        return isSame(entered, event) || (event.kind != SpanKind::Marker && event.end > entered.start);
    });
}

std::vector<PendingCollectives::Waiting> PendingCollectives::waiting(TimePoint now)
{
    std::vector<Waiting> found;
    for (auto place = m_lanes.begin(); place != m_lanes.end();) {
        Lane& lane = place->second;
        std::erase_if(lane.entered, [&](const JobEvent& entered) { return now - entered.start > longest; });
        const auto first = std::ranges::min_element(lane.entered, {}, &JobEvent::start);
        if (first == lane.entered.end()) {
            place = m_lanes.erase(place);
            continue;
        }
        ++place;
        const Duration since = now - first->start;
        if (since <= JobPace::minPatience)
            continue;
        Waiting waiting{{lane.sender, *first, false, lane.process}, m_stateOf(lane.process), false, false, false};
        waiting.isNews = std::exchange(lane.said, waiting.process) != waiting.process;
        const JobPace::Patience patience = m_pace.patienceWith(*first);
        waiting.isUsual = since <= patience.asUsual;
        waiting.isTooLong = since > patience.atAll;
        waiting.post.event.start = waiting.post.event.end = now;
        found.push_back(std::move(waiting));
    }
    return found;
}

} // namespace lockstep
