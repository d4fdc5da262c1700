// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/event.h"
#include "models/core/ids.h"

#include <deque>

#include <cstdint>
#include <unordered_map>

namespace lockstep {

/// A stored event. Consecutive equal events of an entity (code, text, fields) are counted, not repeated, regardless of
/// other entities' events in between.
struct LoggedEvent
{
    Event event; ///< its entity field is meaningless here; see entity
    EntityRef entity;
    TimePoint lastTime; ///< of the latest repeat
    std::uint32_t count = 1;
    std::uint64_t repeated = 0; ///< value of the log's repeats() at its latest repeat
};

/// Events in order of arrival, bounded; the oldest are dropped. GUI thread.
class EventLog
{
public:
    explicit EventLog(std::size_t capacity = 10'000);

    void add(EntityRef entity, Event event);
    void clear();

    [[nodiscard]] std::size_t capacity() const { return m_capacity; }
    [[nodiscard]] const std::deque<LoggedEvent>& events() const { return m_events; }
    /// Number of events dropped from the front: event i has the stable number firstNumber() + i.
    [[nodiscard]] std::uint64_t firstNumber() const { return m_firstNumber; }
    /// Total number of repeats. If it has increased, count and lastTime of some events have changed.
    [[nodiscard]] std::uint64_t repeats() const { return m_repeats; }

private:
    LoggedEvent* latestOf(EntityRef entity);

    std::size_t m_capacity;
    std::deque<LoggedEvent> m_events;
    std::unordered_map<EntityRef, std::uint64_t> m_latest; ///< number of each entity's latest event
    std::uint64_t m_firstNumber = 0;
    std::uint64_t m_repeats = 0;
};

} // namespace lockstep
