// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/sync/live/syncresults.h"
#include "models/core/ids.h"
#include "models/items/itemroles.h"
#include "models/items/tablemodel.h"

#include <vector>

namespace lockstep {

class ClusterModel;

/// A displayed line, computed once per snapshot.
struct BlameRow
{
    EntityRef entity; ///< invalid: links of a group, storage
    QString who;
    QString where;
    QString pattern;
    double lost = 0; ///< GPU-seconds
    double share = 0;
    double lastStep = 0;
    int severity = -1; ///< -1: none
    QString explanation;
};

/// Stragglers of all jobs, worst first, after missing ranks. Follows SyncResults without resets. GUI thread; owned by
/// its panel. Results and cluster must outlive it.
class BlameModel : public TableModel<BlameRow>
{
    Q_OBJECT

public:
    enum Column : int {
        StragglerColumn,
        LostColumn,
        ShareColumn,
        LastStepColumn,
        PatternColumn,
        WhereColumn,
        ColumnCount
    };

    BlameModel(const ClusterModel& cluster, const SyncResults& syncResults, QObject* parent = nullptr);

    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;

    /// Row of that entity; -1: none.
    [[nodiscard]] int rowOf(EntityRef entity) const;

private:
    using Row = BlameRow;

    void follow();
    void addMissing(const JobSync& job, std::vector<Row>& rows) const;
    void addCulprits(const JobSync& job, bool namesJob, std::vector<Row>& rows) const;
    [[nodiscard]] EntityRef entityOf(const JobSync& job, std::uint32_t lane) const;
    [[nodiscard]] QString nameOf(std::uint32_t id) const;
    [[nodiscard]] QString laneName(const JobSync& job, std::uint32_t lane) const;
    [[nodiscard]] QString text(const Row& row, int column) const;
    [[nodiscard]] static QString hoverText(const Row& row);

    const ClusterModel& m_cluster;
    const SyncResults& m_syncResults;
};

} // namespace lockstep
