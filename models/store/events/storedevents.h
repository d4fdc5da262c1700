// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/time.h"
#include "models/core/topology/topology.h"
#include "models/ingest/derived.h"
#include "models/store/events/alerteventlog.h"
#include "models/store/events/eventlog.h"

#include <span>
#include <vector>

namespace lockstep {

/// The events of a ClusterStore: received ones or, for a recording with very many, those around the moment shown; and
/// the events for alerts. A member of the store.
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
    /// If there are more than the log can contain, lists those around the moment, and others when it approaches their
    /// end. @return whether they have changed
    bool list(TimePoint moment);
    void clear();

private:
    EventLog m_log;
    AlertEventLog m_reported;
    std::vector<DerivedEvent> m_recorded;
    TimeRange m_listed; ///< moments for which the log contains the right part of these
    std::vector<DerivedEvent> m_unsettled;
};

} // namespace lockstep
