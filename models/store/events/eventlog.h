// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/event.h"
#include "models/core/ids.h"
#include "models/core/time.h"
#include "models/core/topology/topology.h"
#include "models/ingest/derived.h"
#include "models/store/events/alerteventlog.h"

#include <deque>

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

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

/// The events of a ClusterStore: those received or, for a recording with very many events, those around the moment
/// shown. Also holds the events for alerts. A member of the store.
class StoredEvents
{
public:
    [[nodiscard]] const EventLog& log() const { return m_log; }
    [[nodiscard]] const AlertEventLog& reported() const { return m_reported; }
    /// All events of a recording, in order of time.
    [[nodiscard]] std::span<const DerivedEvent> recorded() const { return m_recorded; }

    void add(EntityRef entity, Event event);
    /// The same for a result computed from a recording, inserted in order of time.
    void addToRecorded(const DerivedEvent& event);
    /// Adds new events to those for alerts, once the racks of their entities are known.
    void settle(const Topology& topology);

    /// @param events in order of time
    void setRecorded(std::vector<DerivedEvent> events, const Topology& topology);
    /// For a recording with more events than the log can hold: lists those around the moment, and reads others when the
    /// moment approaches the ends of the list.
    /// @return whether the list has changed
    bool list(TimePoint moment);
    void clear();

private:
    EventLog m_log;
    AlertEventLog m_reported;
    std::vector<DerivedEvent> m_recorded;
    TimeRange m_listed; ///< moments for which the log contains the right part of the recorded events
    std::vector<DerivedEvent> m_unsettled;
};

} // namespace lockstep
