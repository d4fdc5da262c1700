// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/items/itemroles.h"
#include "models/items/tablemodel.h"
#include "models/store/events/eventlog.h"

#include <optional>
#include <vector>

namespace lockstep {

class ClusterModel;
struct ChangeSet;

struct EventRow
{
    TimePoint time; ///< of the event's latest repeat
    std::uint64_t number = 0; ///< of the event in the log
};

/// The event log as a table, newest first; repeated events move up. While held, rows keep their places and new ones
/// wait. Events after the moment shown are dimmed. GUI thread; owned by the view. Its cluster must outlive it.
class EventModel : public TableModel<EventRow>
{
    Q_OBJECT

public:
    enum Column : int { TimeColumn, SeverityColumn, WhereColumn, WhatColumn, CountColumn, ColumnCount };

    explicit EventModel(const ClusterModel& cluster, QObject* parent = nullptr);

    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;

    void setHeld(bool isHeld);
    /// Number of events and repeats that are not shown while the model is held.
    [[nodiscard]] std::size_t waiting() const { return m_waiting; }
    /// nullopt: nothing is dimmed.
    void setMoment(std::optional<TimePoint> moment);

Q_SIGNALS:
    void waitingChanged();

private:
    using Row = EventRow;

    using Rows = std::vector<Row>;

    [[nodiscard]] const LoggedEvent* eventOf(std::uint64_t number) const; ///< null once it is no longer in the log
    [[nodiscard]] const LoggedEvent* eventAt(int row) const { return eventOf(m_rows[std::size_t(row)].number); }
    [[nodiscard]] QString textOf(const LoggedEvent& event, int column) const;
    [[nodiscard]] QVariant sortKeyOf(const LoggedEvent& event, int column) const;
    void onChanged(const ChangeSet& changes);
    void followLog();
    void removeDroppedEvents();
    void insertNew();
    void moveRepeated();
    void countWaiting();
    [[nodiscard]] int placeOf(const Row& row) const;
    [[nodiscard]] int countAfter(std::optional<TimePoint> moment) const;

    const ClusterModel& m_cluster;
    std::uint64_t m_first = 0; ///< numbers of the events that the model has announced: [m_first, m_end)
    std::uint64_t m_end = 0;
    std::uint64_t m_repeats = 0;
    std::optional<TimePoint> m_moment;
    std::size_t m_waiting = 0;
    bool m_isHeld = false;
};

} // namespace lockstep
