// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/jobs/pendingcollectives.h"

#include <algorithm>
#include <utility>

namespace lockstep {

namespace {

std::string keyIn(const std::string& job, const std::string& name)
{
    return job + '\n' + name;
}

/// The entry of a key. If there are too many, all are forgotten and learned again.
template <class Value>
Value& placeIn(std::unordered_map<std::string, Value>& places, const std::string& key, std::size_t capacity)
{
    if (places.size() >= capacity && !places.contains(key))
        places.clear();
    return places[key];
}

std::string keyOf(const JobEvent& event)
{
    return event.job + '\n' + event.lane;
}

bool isSame(const JobEvent& entered, const JobEvent& event)
{
    return entered.communicator == event.communicator && entered.sequence == event.sequence;
}

} // namespace

void JobPace::take(const JobInbox::Post& post)
{
    const JobEvent& event = post.event;
    Lane* lane = &placeIn(m_lanes, keyIn(event.job, event.lane), capacity);
    if (post.process != 0 && post.process != lane->process) {
        const bool isNextRun = lane->process != 0 && m_stateOf(lane->process) == ProcessState::Gone;
        lane->process = post.process;
        if (isNextRun)
            resetJob(event.job);
    }
    if (event.kind == SpanKind::Restart)
        resetJob(event.job);
    if (event.kind == SpanKind::Step) {
        ++lane->steps;
        lane->explainsWaits = event.explainsWaits;
    }
    if (event.kind == SpanKind::Collective)
        takeCollective(event, *lane);
}

void JobPace::takeCollective(const JobEvent& event, const Lane& lane)
{
    Rhythm& rhythm = placeIn(m_rhythms, keyIn(event.job, event.communicator), capacity);
    // Half of it is forgotten after about 700 collectives.
    rhythm.longest = std::max(event.end - event.start, rhythm.longest - rhythm.longest / 1000);
    if (rhythm.count++ == 0)
        rhythm.first = rhythm.last = event.end;
    rhythm.longestGap = std::max(rhythm.longestGap, event.end - rhythm.last);
    rhythm.last = std::max(rhythm.last, event.end);
    if (lane.steps >= stepsOfPace)
        rhythm.latest.add(event.sequence, event.end - event.start);
}

void JobPace::LatestLengths::add(std::uint64_t sequence, Duration length)
{
    if (m_count == 0 || sequence != m_sequence)
        m_lengths[m_count++ % kept] = Duration::zero();
    m_sequence = sequence;
    Duration& last = m_lengths[(m_count - 1) % kept];
    last = std::max(last, length);
}

Duration JobPace::LatestLengths::trimmedMaximum() const
{
    auto lengths = m_lengths;
    std::ranges::nth_element(lengths, lengths.begin() + outliers, std::greater());
    return lengths[outliers];
}

/// The next run may compile and load for as long as the previous one.
void JobPace::resetJob(const std::string& job)
{
    const std::string ofJob = keyIn(job, {});
    for (auto& [key, lane] : m_lanes) {
        if (key.starts_with(ofJob))
            lane.steps = 0;
    }
    std::erase_if(m_rhythms, [&](const auto& each) { return each.first.starts_with(ofJob); });
}

bool JobPace::hasRhythm(const Rhythm& rhythm)
{
    const Duration age = rhythm.last - rhythm.first;
    return rhythm.count >= collectivesOfPace && age >= timeOfPace && age >= gapsOfPace * rhythm.longestGap;
}

JobPace::Timeouts JobPace::timeoutFor(const JobEvent& entered) const
{
    const auto lane = m_lanes.find(keyIn(entered.job, entered.lane));
    const auto rhythm = m_rhythms.find(keyIn(entered.job, entered.communicator));
    const bool isKnown = rhythm != m_rhythms.end();
    const std::uint32_t steps = lane == m_lanes.end() ? 0 : lane->second.steps;
    // For a job with steps, waits until its first steps are over, because they contain the longest waits.
    const bool hasPace = steps > 0 ? steps >= stepsOfPace : isKnown && hasRhythm(rhythm->second);
    const bool explains = hasPace && lane != m_lanes.end() && lane->second.explainsWaits;
    Duration longest{};
    if (isKnown)
        longest = explains ? rhythm->second.latest.trimmedMaximum() : rhythm->second.longest;
    longest += longest / 2;
    return {std::max(hasPace ? minTimeout : timeoutBefore, longest),
            std::max(explains ? minTimeout : timeoutBefore, longest)};
}

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
        if (since <= JobPace::minTimeout)
            continue;
        Waiting waiting{{lane.sender, *first, false, lane.process}, m_stateOf(lane.process), false, false, false};
        waiting.isNews = std::exchange(lane.said, waiting.process) != waiting.process;
        const JobPace::Timeouts timeout = m_pace.timeoutFor(*first);
        waiting.isNormal = since <= timeout.normalWait;
        waiting.isTooLong = since > timeout.atAll;
        waiting.post.event.start = waiting.post.event.end = now;
        found.push_back(std::move(waiting));
    }
    return found;
}

} // namespace lockstep
