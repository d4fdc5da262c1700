// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/ids.h"
#include "models/items/itemroles.h"
#include "models/items/tablemodel.h"

#include <string>
#include <vector>

namespace lockstep {

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

} // namespace lockstep
