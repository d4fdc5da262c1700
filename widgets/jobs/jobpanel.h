// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/drain/rightsizing.h"
#include "models/analysis/goodput/jobledger.h"
#include "models/core/ids.h"
#include "models/items/itemroles.h"
#include "models/items/tablemodel.h"
#include "widgets/jobs/momentpanel.h"

#include <string>
#include <vector>

class QLabel;
class QTableView;

namespace lockstep {

class FigureTree;
class ShareBar;

/// Displayed data of a job; NaN: not known.
struct JobRow
{
    EntityRef job;
    std::string name;
    double gpus = 0;
    double step = 0;
    double stepSeconds = 0;
    double goodput = 0; ///< over the visible range
    double waitShare = 0; ///< over the visible range
    double mfu = 0;
    double mfuReference = 0;
};

/// Training jobs at the moment shown, one per row. GUI thread; owned by its panel, which fills it.
class JobsModel : public TableModel<JobRow>
{
    Q_OBJECT

public:
    enum Column : int {
        NameColumn,
        GpusColumn,
        StepColumn,
        StepTimeColumn,
        GoodputColumn,
        WaitColumn,
        MfuColumn,
        ColumnCount
    };

    using Row = JobRow;
    explicit JobsModel(QObject* parent = nullptr);

    /// Keeps the selected row while the jobs stay the same.
    void setRows(std::vector<Row> rows) { replaceRows(std::move(rows)); }
    [[nodiscard]] EntityRef jobAt(int row) const; ///< invalid: no such row
    [[nodiscard]] int rowOf(EntityRef job) const; ///< -1: none

    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;

private:
    [[nodiscard]] static QString text(const Row& row, int column);
};

/// Training jobs. For the selected job: progress, GPU time in the visible range, checkpoints compared with the best
/// interval, and expected end. Uses only the job's metrics up to the moment shown, so that live, past and replayed
/// views agree. Selecting a job selects its GPUs. Updates once per second while visible. GUI thread; owned by its
/// parent.
class JobPanel : public MomentPanel
{
    Q_OBJECT

public:
    explicit JobPanel(ViewContext context, QWidget* parent = nullptr);

    [[nodiscard]] EntityRef shown() const { return m_shown; } ///< invalid: none
    [[nodiscard]] const JobLedger& ledger() const { return m_ledger; } ///< of the job shown
    [[nodiscard]] const JobsModel& jobs() const { return *m_model; }
    [[nodiscard]] const FigureTree& figures() const { return *m_figures; }
    [[nodiscard]] const ShareBar& bar() const { return *m_bar; }

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void shareHeight();
    void build();
    bool read() override;
    [[nodiscard]] bool isPending(TickRange ticks) const;
    void choose(EntityRef job);
    void followSelection();
    void explainEmpty(TickRange ticks);
    void showJob(TickRange ticks);
    void showBar();
    void findPlacement(TimePoint moment);
    [[nodiscard]] FigureGroup neighbours(const JobSeries& series, TickRange ticks) const;

    JobsModel* m_model;
    QTableView* m_table;
    ShareBar* m_bar;
    QLabel* m_note;
    FigureTree* m_figures;
    EntityRef m_chosen; ///< selected by the user; invalid: the largest is shown
    EntityRef m_shown;
    JobLedger m_ledger;
    Placement m_placement; ///< of that job at that moment
    EntityRef m_placedJob;
    TimePoint m_placedAt;
};

} // namespace lockstep
