// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/sync/live/syncresults.h"
#include "models/core/ids.h"
#include "models/items/itemroles.h"
#include "models/items/tablemodel.h"
#include "models/view/viewcontext.h"

#include <QWidget>

#include <vector>

class QLabel;
class QModelIndex;
class QStackedLayout;
class QTableView;

namespace lockstep {

class ClusterModel;
class EmptyState;

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

/// Stragglers, worst first. Selecting a line selects its GPU. Needs ViewContext::sync. GUI thread; owned by its parent.
class BlamePanel : public QWidget
{
    Q_OBJECT

public:
    explicit BlamePanel(ViewContext context, QWidget* parent = nullptr);

    [[nodiscard]] QTableView& table() const { return *m_table; }
    [[nodiscard]] const QString& caption() const { return m_caption; }

Q_SIGNALS:
    void captionChanged(const QString& caption);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void choose(const QModelIndex& index);
    void showSelected();
    void refresh();
    void refreshVerdict();

    ViewContext m_context;
    BlameModel* m_model;
    QTableView* m_table;
    QLabel* m_verdict; ///< which rank slows which job
    QLabel* m_note; ///< the basis of the verdict
    QStackedLayout* m_pages;
    EmptyState* m_empty = nullptr;
    int m_minPattern = 0; ///< width of that column
    QString m_caption;
};

} // namespace lockstep
