// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/items/itemroles.h"
#include "models/store/eventlog.h"

#include <QAbstractTableModel>

namespace lockstep {

class ClusterModel;
struct ChangeSet;

/// The event log as a table, newest first; grows at the top and shrinks at the bottom as the log does.
/// GUI thread; owned by the view. Its cluster outlives it.
class EventModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column : int { TimeColumn, SeverityColumn, WhereColumn, WhatColumn, CountColumn, ColumnCount };

    explicit EventModel(const ClusterModel& cluster, QObject* parent = nullptr);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    [[nodiscard]] const LoggedEvent* eventAt(int row) const; ///< null once it has left the log
    [[nodiscard]] QString textOf(const LoggedEvent& event, int column) const;
    [[nodiscard]] QVariant sortKeyOf(const LoggedEvent& event, int column) const;
    void onChanged(const ChangeSet& changes);
    void followLog();

    const ClusterModel& m_cluster;
    std::uint64_t m_first = 0; ///< numbers of the events that the model has announced: [m_first, m_end)
    std::uint64_t m_end = 0;
    std::uint64_t m_repeats = 0;
};

} // namespace lockstep
