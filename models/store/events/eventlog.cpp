// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/events/eventlog.h"

#include <algorithm>

namespace lockstep {

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
