// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/events/eventlog.h"

#include <algorithm>
#include <utility>

namespace lockstep {

namespace {

TimePoint timeOfEvent(const DerivedEvent& each)
{
    return each.event.time;
}

} // namespace

void StoredEvents::add(EntityRef entity, Event event)
{
    m_unsettled.push_back({entity, event});
    m_log.add(entity, std::move(event));
}

void StoredEvents::addToRecorded(const DerivedEvent& event)
{
    m_recorded.insert(std::ranges::upper_bound(m_recorded, event.event.time, {}, timeOfEvent), event);
    add(event.entity, event.event);
}

void StoredEvents::settle(const Topology& topology)
{
    for (const DerivedEvent& each : m_unsettled)
        m_reported.add(topology, each.entity, each.event);
    m_unsettled.clear();
}

void StoredEvents::setRecorded(std::vector<DerivedEvent> events, const Topology& topology)
{
    m_recorded = std::move(events);
    for (const DerivedEvent& each : m_recorded)
        m_reported.add(topology, each.entity, each.event);
    m_listed = {};
}

bool StoredEvents::list(TimePoint moment)
{
    if (m_recorded.empty() || m_listed.contains(moment))
        return false;
    const std::size_t all = m_recorded.size();
    const std::size_t count = std::min(all, m_log.capacity());
    const auto here
        = static_cast<std::size_t>(std::ranges::lower_bound(m_recorded, moment, {}, timeOfEvent) - m_recorded.begin());
    const std::size_t first = std::min(here - std::min(here, count / 2), all - count);
    m_listed = {first == 0 ? TimePoint::min() : timeOfEvent(m_recorded[first + count / 4]),
                first + count == all ? TimePoint::max() : timeOfEvent(m_recorded[first + count - count / 4])};
    m_log.clear();
    for (const DerivedEvent& each : std::span(m_recorded).subspan(first, count))
        m_log.add(each.entity, each.event);
    return true;
}

void StoredEvents::clear()
{
    m_log.clear();
    m_reported.clear();
    m_recorded.clear();
    m_unsettled.clear();
}

EventLog::EventLog(std::size_t capacity) : m_capacity(std::max<std::size_t>(capacity, 1)) { }

LoggedEvent* EventLog::latestOf(EntityRef entity)
{
    const auto found = m_latest.find(entity);
    if (found == m_latest.end())
        return nullptr;
    if (found->second < m_firstNumber) {
        m_latest.erase(found); // no longer in the log
        return nullptr;
    }
    return &m_events[found->second - m_firstNumber];
}

void EventLog::add(EntityRef entity, Event event)
{
    LoggedEvent* const last = latestOf(entity);
    if (last && last->event.code == event.code && last->event.text == event.text
        && last->event.fields == event.fields) {
        ++last->count;
        last->repeated = ++m_repeats;
        last->lastTime = std::max(last->lastTime, event.time);
        last->event.severity = std::max(last->event.severity, event.severity);
        return;
    }
    const TimePoint time = event.time;
    m_latest[entity] = m_firstNumber + m_events.size();
    m_events.push_back({std::move(event), entity, time, 1});
    if (m_events.size() > m_capacity) {
        m_events.pop_front();
        ++m_firstNumber;
    }
}

void EventLog::clear()
{
    m_firstNumber += m_events.size();
    m_events.clear();
    m_latest.clear();
}

} // namespace lockstep
