// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/sourcestatus.h"
#include "models/items/itemroles.h"
#include "models/store/nodestatus.h"

#include <QAbstractTableModel>

#include <optional>
#include <vector>

namespace lockstep {

class ClusterModel;
struct ChangeSet;

/// State of the data sources at the moment that is shown: one row per node of each source, and one per source without
/// nodes. For the past it shows the recorded states. GUI thread; owned by the view. Its cluster must outlive it.
class SourceModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column : int {
        PeerColumn,
        NodeColumn,
        StateColumn,
        ReasonColumn,
        AgeColumn,
        ClockColumn,
        GapsColumn,
        MissedColumn,
        ColumnCount
    };

    explicit SourceModel(const ClusterModel& cluster, QObject* parent = nullptr);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

Q_SIGNALS:
    void rowsFollowed(); ///< rows have been inserted or removed, and all of this has been announced

private:
    struct Row
    {
        SourceId source;
        EntityRef node; ///< invalid: no node of the source has reported yet
        friend constexpr auto operator<=>(const Row&, const Row&) = default;
    };

    [[nodiscard]] std::vector<Row> rowsNow() const;
    [[nodiscard]] const SourceStatus* statusOf(const Row& row) const;
    [[nodiscard]] std::optional<NodeMoment> nodeOf(const Row& row) const;
    [[nodiscard]] TimePoint moment() const;
    [[nodiscard]] QString stateText(const Row& row) const;
    [[nodiscard]] QString reasonText(const Row& row) const;
    [[nodiscard]] QString recordedReason(EntityRef node, const NodeMoment& at) const;
    [[nodiscard]] QString textOf(const Row& row, int column) const;
    [[nodiscard]] QVariant sortKeyOf(const Row& row, int column) const;
    void onChanged(const ChangeSet& changes);
    void followRows();
    void nameSources(const std::vector<Row>& now);
    void removeRowsNotIn(const std::vector<Row>& now);

    const ClusterModel& m_cluster;
    std::vector<Row> m_rows; ///< sorted
    std::int64_t m_shownSecond = 0; ///< ages are updated once a second
};

} // namespace lockstep
