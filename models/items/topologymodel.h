// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/causality/alert.h"
#include "models/core/metric.h"
#include "models/core/topology/topology.h"
#include "models/core/work/workpace.h"
#include "models/items/itemroles.h"
#include "models/store/nodestatus.h"
#include "models/view/rollup.h"

#include <QAbstractItemModel>
#include <QTimer>

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace lockstep {

class ClusterModel;
class ClusterStore;
class JoinedAlerts;
class Selection;
class TimeWindow;
struct ChangeSet;

/// Numbers of nodes below an entity by state.
struct FreshnessCount
{
    std::uint32_t live = 0;
    std::uint32_t stale = 0;
    std::uint32_t neverSeen = 0;

    /// Stale if any node is; otherwise never seen if any is; otherwise live. Without nodes: never seen.
    [[nodiscard]] Freshness worst() const;
};

/// Values of one metric over the whole tree. A parent has the worst value of its children, a cooling loop that of its
/// racks, and a job that of its ranks. Also holds the freshness of nodes and the severity of alerts. Computed once per
/// tick. A plain value; GUI thread.
class WorstValues
{
public:
    /// @return whether the severity of any entity changed
    bool update(const ClusterStore& store, const Topology& topology, MetricId metric,
                std::span<const Alert> alerts = {});

    [[nodiscard]] float value(EntityRef entity) const { return m_values.get(entity, noData); }
    [[nodiscard]] bool isHealthy(EntityRef entity) const { return !severity(entity); }
    /// Worst severity of the entity and its children by values, alerts and silence (a warning); nullopt: healthy.
    [[nodiscard]] std::optional<Severity> severity(EntityRef entity) const { return m_badness.severity(entity); }
    /// Whether the last update changed its severity.
    [[nodiscard]] bool hasTurned(EntityRef entity) const
    {
        return m_badness.severity(entity) != m_lastBadness.severity(entity);
    }
    /// Nodes at or below @p entity; all zero if there are none.
    [[nodiscard]] FreshnessCount nodes(EntityRef entity) const { return m_nodes.get(entity); }

private:
    void raiseValues(const ClusterStore& store, const Topology& topology, MetricId metric);
    void rollUp(const ClusterStore& store, const Topology& topology, const MetricDescriptor& metric);
    void raiseFreshness(const ClusterStore& store, const Topology& topology);
    void judge(const ClusterStore& store, const Topology& topology, MetricId metric);
    void markAlerts(const Topology& topology, std::span<const Alert> alerts);

    PerEntity<float> m_values;
    PerEntity<FreshnessCount> m_nodes;
    WorstBelow m_badness;
    WorstBelow m_lastBadness;
};

/// The cluster as a tree: rack > node > GPU, port, disk, core, sensor. Each row has the value of the selected metric; a
/// parent has the worst value below it. Adds rows for new entities at a limited rate. A tick signals only changes of
/// health, and of rows that views have read since the previous tick. GUI thread; owned by the view. Cluster and
/// selection must outlive it.
class TopologyModel : public QAbstractItemModel
{
    Q_OBJECT

public:
    enum Column : int { NameColumn, ValueColumn, StateColumn, ColumnCount };

    TopologyModel(const ClusterModel& cluster, const Selection& selection, QObject* parent = nullptr);
    /// Marks the subjects of alerts at the moment shown, and their ancestors. Both must outlive this.
    void setAlerts(const JoinedAlerts& alerts, const TimeWindow& time);

    [[nodiscard]] QModelIndex indexOf(EntityRef entity, int column = NameColumn) const;
    [[nodiscard]] EntityRef entityOf(const QModelIndex& index) const; ///< invalid for an invalid index
    /// Value of the shown metric; for a parent the worst value below it; NaN if there is none.
    [[nodiscard]] float valueOf(EntityRef entity) const { return m_values.value(entity); }
    [[nodiscard]] bool isHealthy(EntityRef entity) const { return m_values.isHealthy(entity); }
    /// The worst of the entity and its children; nullopt: healthy.
    [[nodiscard]] std::optional<Severity> severity(EntityRef entity) const { return m_values.severity(entity); }
    [[nodiscard]] const Topology& topology() const { return *m_topology; }

    [[nodiscard]] QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    [[nodiscard]] QModelIndex parent(const QModelIndex& child) const override;
    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

    /// Whether new entities have not been announced yet.
    [[nodiscard]] bool isBehind() const { return m_behind.isActive(); }

Q_SIGNALS:
    /// A row became healthy or unhealthy.
    void wellnessChanged();

private:
    /// With more siblings, only rows that were requested or whose health changed are announced.
    static constexpr int crowd = 1024;
    static constexpr std::chrono::milliseconds growingTurn{4}; ///< maximum time per turn of the event loop

    struct Row
    {
        int number = -1; ///< position among its siblings; -1: not announced yet
        int childCount = 0; ///< number of announced children
        bool isWatched = false; ///< data of its children was requested since the last announcement
        bool isAsked = false; ///< its own data was requested
    };

    [[nodiscard]] Row& rowOf(EntityRef entity) const
    {
        return m_rows[static_cast<std::size_t>(entity.kind)][entity.index];
    }
    [[nodiscard]] Row& rowOrRoot(EntityRef entity) const;
    [[nodiscard]] EntityRef childAt(EntityRef parent, int number) const; ///< invalid parent: top level
    [[nodiscard]] Freshness freshnessOf(EntityRef entity) const;
    [[nodiscard]] QString textOf(EntityRef entity, int column) const;
    [[nodiscard]] TimePoint shownMoment() const;
    bool updateValues();
    void onChanged(const ChangeSet& changes);
    void onMetricChanged();
    void followTopology();
    void beginToGrow(const TopologyPtr& next);
    void growUntil(WorkPace::Clock::time_point end);
    void startOver();
    void announceChildren(EntityRef parent);
    void takeSubtree(EntityRef entity); ///< updates without announcing, before the announcement or while invisible
    void refreshValues();
    void announceValues(EntityRef parent);
    void announceInCrowd(EntityRef parent, bool wasWatched);
    void announceRows(EntityRef parent, int first, int last);

    const ClusterModel& m_cluster;
    const Selection& m_selection;
    TopologyPtr m_topology;
    mutable std::array<std::vector<Row>, entityKindCount> m_rows; ///< by kind and index
    mutable Row m_root;
    const JoinedAlerts* m_alerts = nullptr; ///< null: none marked
    const TimeWindow* m_time = nullptr; ///< null without alerts
    TimePoint m_moment; ///< of the marked alerts
    WorstValues m_values;
    std::vector<EntityRef> m_growing; ///< entities with unannounced children; invalid: top level
    WorkPace m_growth{WorkPace::growing};
    QTimer m_behind; ///< the cluster has grown: runs until the next update is due
};

} // namespace lockstep
