// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/event.h"
#include "models/core/ids.h"

#include <cstdint>
#include <deque>

namespace lockstep {

/// An event as it is kept. Repeats of one (entity, code, text) in a row are counted, not repeated.
struct LoggedEvent
{
    Event event; ///< its entity field is meaningless here; see entity
    EntityRef entity;
    TimePoint lastTime; ///< of the latest repeat
    std::uint32_t count = 1;
};

/// Events in order of arrival, bounded; the oldest leave. GUI thread.
class EventLog
{
public:
    explicit EventLog(std::size_t capacity = 10'000);

    void add(EntityRef entity, Event event);
    void clear();

    [[nodiscard]] const std::deque<LoggedEvent>& events() const { return m_events; }
    /// How many were ever dropped from the front: event i has the stable number firstNumber() + i.
    [[nodiscard]] std::uint64_t firstNumber() const { return m_firstNumber; }

private:
    std::size_t m_capacity;
    std::deque<LoggedEvent> m_events;
    std::uint64_t m_firstNumber = 0;
};

} // namespace lockstep
