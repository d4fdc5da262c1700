// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/sourcestatus.h"
#include "models/items/itemroles.h"
#include "models/items/tablemodel.h"
#include "models/store/nodestatus.h"

#include <optional>
#include <vector>

namespace lockstep {

class ClusterModel;
struct ChangeSet;

struct SourceRow
{
    SourceId source;
    EntityRef node; ///< invalid: no node of the source has reported yet
    friend constexpr auto operator<=>(const SourceRow&, const SourceRow&) = default;
};

/// State of the data sources at the moment that is shown: one row per node of each source, and one per source without
/// nodes. For the past it shows the recorded states. GUI thread; owned by the view. Its cluster must outlive it.
class SourceModel : public TableModel<SourceRow>
{
    Q_OBJECT

public:
    enum Column : int {
        NodeColumn, ///< the address until the node has identified itself
        StateColumn,
        ReasonColumn,
        AgeColumn,
        ClockColumn,
        GapsColumn,
        MissedColumn,
        PeerColumn,
        ColumnCount
    };

    explicit SourceModel(const ClusterModel& cluster, QObject* parent = nullptr);

    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;

Q_SIGNALS:
    void rowsFollowed(); ///< rows have been inserted or removed, and all of this has been announced

private:
    using Row = SourceRow;

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
    std::int64_t m_shownSecond = 0; ///< ages are updated once a second
};

} // namespace lockstep
