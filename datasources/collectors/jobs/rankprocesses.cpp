// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/jobs/rankprocesses.h"

#include "models/core/waitwords.h"

#include <algorithm>

namespace lockstep {

/// Nobody waits for whoever takes part in nothing.
RankProcesses::Lane* RankProcesses::laneOf(const JobInbox::Post& post)
{
    const std::string key = post.event.job + '\n' + post.event.lane;
    if (const auto known = m_lanes.find(key); known != m_lanes.end())
        return &known->second;
    if (post.event.communicator.empty() || m_lanes.size() >= capacity)
        return nullptr;
    std::size_t& count = m_lanesOf[post.sender];
    if (count >= maxOfSender)
        return nullptr;
    ++count;
    Lane& lane = m_lanes[key];
    lane.post.sender = post.sender;
    return &lane;
}

RankProcesses::Lanes::iterator RankProcesses::erase(Lanes::iterator place)
{
    const auto count = m_lanesOf.find(place->second.post.sender);
    if (count != m_lanesOf.end() && --count->second == 0)
        m_lanesOf.erase(count);
    return m_lanes.erase(place);
}

void RankProcesses::take(const JobInbox::Post& post)
{
    const JobEvent& event = post.event;
    Lane* const found = post.process > 0 ? laneOf(post) : nullptr;
    if (found == nullptr)
        return;
    Lane& lane = *found;
    if (lane.post.process != post.process) {
        const SenderId sender = lane.post.sender;
        lane = {};
        lane.post.sender = sender;
        lane.post.process = post.process;
        lane.post.event.job = event.job;
        lane.post.event.lane = event.lane;
        lane.post.event.kind = SpanKind::Marker;
    }
    lane.post.event.rank = event.rank;
    lane.post.event.gpu = event.gpu;
    if (event.end <= lane.last)
        return;
    lane.last = event.end;
    lane.said = {};
    lane.quiet.reset();
}

bool RankProcesses::isIdle(Lane& lane, TimePoint now) const
{
    const std::optional<ProcessWork> work = m_workOf(lane.post.process);
    if (!work) {
        lane.quiet.reset();
        return false;
    }
    if (!lane.quiet || work->isMoreThan(lane.quiet->work, now - lane.quiet->since))
        lane.quiet = {now, *work};
    return now - lane.quiet->since >= idleFor;
}

std::string_view RankProcesses::wordFor(Lane& lane, ProcessState state, TimePoint now, bool isIn,
                                        std::size_t& looks) const
{
    if (state == ProcessState::Stopped)
        return processStoppedWord;
    if (state == ProcessState::Gone)
        return lane.hasRun ? processEndedWord : std::string_view();
    lane.hasRun = true;
    if (isIn || now - lane.last < shortestAbsence) {
        lane.quiet.reset();
        return {};
    }
    if (looks >= looksAtOnce)
        return lane.said == processIdleWord ? lane.said : std::string_view();
    ++looks;
    return isIdle(lane, now) ? processIdleWord : std::string_view();
}

std::vector<JobInbox::Post> RankProcesses::tell(TimePoint now, const IsIn& isIn)
{
    std::vector<JobInbox::Post> reported;
    std::size_t looks = 0;
    std::map<pid_t, ProcessState> states; // many lanes may be one process's
    auto place = m_lanes.lower_bound(m_next);
    for (std::size_t left = m_lanes.size(); left > 0; --left) {
        place = place == m_lanes.end() ? m_lanes.begin() : place;
        Lane& lane = place->second;
        const pid_t process = lane.post.process;
        const auto known = states.find(process);
        const ProcessState state
            = known != states.end() ? known->second : states.emplace(process, m_stateOf(process)).first->second;
        const bool isInOne = isIn(lane.post.event);
        const std::size_t looksBefore = looks;
        say(lane, wordFor(lane, state, now, isInOne, looks), now, reported);
        if (looks == looksAtOnce && looksBefore < looks)
            m_next = place->first + '\0'; // the one behind it is the next in turn
        const bool isOver = state == ProcessState::Gone || (!isInOne && now - lane.last > longestAbsence);
        place = isOver ? erase(place) : std::next(place);
    }
    return reported;
}

void RankProcesses::say(Lane& lane, std::string_view word, TimePoint now, std::vector<JobInbox::Post>& reported)
{
    const bool isAgain = !word.empty() && now - lane.saidAt >= again;
    if (word == lane.said && !isAgain)
        return;
    lane.said = word;
    lane.saidAt = now;
    JobInbox::Post& marker = reported.emplace_back(lane.post);
    marker.event.op = word.empty() ? processRunsWord : word;
    marker.event.start = marker.event.end = now;
}

} // namespace lockstep
