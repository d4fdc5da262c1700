// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/causality/alert.h"
#include "models/incidents/judgement.h"
#include "models/items/tablemodel.h"

#include <vector>

namespace lockstep {

class JoinedAlerts;
class ClusterModel;
class TimeWindow;

/// The alerts at the moment shown, most severe first. While the model is held, rows keep their places: new alerts are
/// only counted, and existing ones keep updating. GUI thread; owned by the view. Cluster, time and alerts must outlive
/// it.
class AlertModel : public TableModel<Alert>
{
    Q_OBJECT

public:
    enum Column : int { SinceColumn, SeverityColumn, WhatColumn, WhereColumn, OwnerColumn, StateColumn, ColumnCount };

    AlertModel(const ClusterModel& cluster, const TimeWindow& time, const JoinedAlerts& joinedAlerts,
               QObject* parent = nullptr);

    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;

    [[nodiscard]] const Alert& alertAt(int row) const { return m_rows[static_cast<std::size_t>(row)]; }
    /// The judgements of an alert, the latest first.
    [[nodiscard]] std::vector<Judgement> judgementsOf(const Alert& alert) const;
    void setJudgements(const Judgements& judgements);
    void setHeld(bool isHeld);
    /// Number of alerts that are not shown while the model is held.
    [[nodiscard]] std::size_t waiting() const { return m_waiting; }
    /// Updates the rows to @p now (local clock), which is the moment shown while following.
    void refresh(TimePoint now);

Q_SIGNALS:
    void refreshed();

private:
    [[nodiscard]] QString textOf(const Alert& alert, int column) const;
    void updateRowsInPlace(const std::vector<Alert>& alerts);
    void showRows(const std::vector<Alert>& alerts);
    [[nodiscard]] int rowOf(const Alert& alert, int from = 0) const; ///< -1: none
    void setRow(int row, const Alert& alert);

    const ClusterModel& m_cluster;
    const TimeWindow& m_time;
    const JoinedAlerts& m_joinedAlerts;
    Judgements m_judgements;
    TimePoint m_moment; ///< of the rows
    std::uint64_t m_version = 0; ///< of the alerts, as of the rows
    bool m_isKnown = false; ///< whether the absence of alerts means that there are none
    std::size_t m_waiting = 0;
    bool m_isHeld = false;
};

} // namespace lockstep
