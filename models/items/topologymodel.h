// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/topology/topology.h"
#include "models/core/work/workpace.h"
#include "models/items/itemroles.h"
#include "models/items/worstvalues.h"

#include <QAbstractItemModel>
#include <QTimer>

#include <array>
#include <vector>

namespace lockstep {

class AlertBoard;
class ClusterModel;
class Selection;
class TimeWindow;
struct ChangeSet;

/// The cluster as a tree, rack > node > GPU, port, disk, core, sensor, each with the value of the selection's metric;
/// a parent shows the worst below it. Grows with the topology row by row, as often as that is cheap; a tick only
/// announces what somebody looks at (rows whose data were asked for since the last announcement) and what turned well
/// or not well. GUI thread; owned by the view that shows it. Its cluster and selection outlive it.
class TopologyModel : public QAbstractItemModel
{
    Q_OBJECT

public:
    enum Column : int { NameColumn, ValueColumn, StateColumn, ColumnCount };

    TopologyModel(const ClusterModel& cluster, const Selection& selection, QObject* parent = nullptr);
    /// Marks what alerts of the moment shown are about, and all that stands above it. Both outlive this.
    void setAlerts(const AlertBoard& alerts, const TimeWindow& time);

    [[nodiscard]] QModelIndex indexOf(EntityRef entity, int column = NameColumn) const;
    [[nodiscard]] EntityRef entityOf(const QModelIndex& index) const; ///< invalid for an invalid index
    /// Value of the shown metric; for a parent the worst below it; NaN when there is none.
    [[nodiscard]] float valueOf(EntityRef entity) const { return m_values.value(entity); }
    [[nodiscard]] bool isWell(EntityRef entity) const { return m_values.isWell(entity); }
    [[nodiscard]] const Topology& topology() const { return *m_topology; }

    [[nodiscard]] QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    [[nodiscard]] QModelIndex parent(const QModelIndex& child) const override;
    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

    /// The cluster has grown, and some of what is new is still to be announced.
    [[nodiscard]] bool isBehind() const { return m_behind.isActive(); }

Q_SIGNALS:
    /// Some row turned well or not well.
    void wellnessChanged();

private:
    /// Beyond that many siblings only those are announced that were asked for, or turned.
    static constexpr int crowd = 1024;
    static constexpr std::chrono::milliseconds growingTurn{4}; ///< of the event loop: input waits for no more

    struct Row
    {
        int number = -1; ///< among its siblings; -1: not announced yet
        int childCount = 0; ///< of those that the model has announced
        bool isWatched = false; ///< somebody asked for data of its children since they were last announced
        bool isAsked = false; ///< for its own
    };

    [[nodiscard]] Row& rowOf(EntityRef entity) const
    {
        return m_rows[static_cast<std::size_t>(entity.kind)][entity.index];
    }
    [[nodiscard]] Row& rowOrRoot(EntityRef entity) const;
    [[nodiscard]] EntityRef childAt(EntityRef parent, int number) const; ///< invalid parent: of the roots
    [[nodiscard]] Freshness freshnessOf(EntityRef entity) const;
    [[nodiscard]] QString textOf(EntityRef entity, int column) const;
    [[nodiscard]] TimePoint momentShown() const;
    bool updateValues();
    void onChanged(const ChangeSet& changes);
    void onMetricChanged();
    void followTopology();
    void beginToGrow(const TopologyPtr& next);
    void growUntil(WorkPace::Clock::time_point end);
    void startOver();
    void announceChildren(EntityRef parent);
    void takeSubtree(EntityRef entity); ///< as it is: it is about to be announced, or nobody looks
    void refreshValues();
    void announceValues(EntityRef parent);
    void announceInCrowd(EntityRef parent, bool wasWatched);
    void announceRows(EntityRef parent, int first, int last);

    const ClusterModel& m_cluster;
    const Selection& m_selection;
    TopologyPtr m_topology;
    mutable std::array<std::vector<Row>, entityKindCount> m_rows; ///< by kind and index
    mutable Row m_root;
    const AlertBoard* m_alerts = nullptr; ///< null: none are marked
    const TimeWindow* m_time = nullptr; ///< null as long as there are no alerts
    TimePoint m_moment; ///< of the alerts that are marked
    WorstValues m_values;
    std::vector<EntityRef> m_growing; ///< whose new children are still to be announced; invalid: the root
    WorkPace m_growth{WorkPace::growing};
    QTimer m_behind; ///< the cluster has grown: runs until it may be followed
};

} // namespace lockstep
