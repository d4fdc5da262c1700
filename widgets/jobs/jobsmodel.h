// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/ids.h"
#include "models/items/itemroles.h"

#include <QAbstractTableModel>

#include <string>
#include <vector>

namespace lockstep {

/// Training jobs, one a row, as they are at the moment shown. GUI thread; owned by its panel, which says what is in it.
class JobsModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column : int { NameColumn, GpusColumn, StepColumn, StepTimeColumn, GoodputColumn, WaitColumn, ColumnCount };

    /// NaN: not known.
    struct Row
    {
        EntityRef job;
        std::string name;
        double gpus = 0;
        double step = 0;
        double stepSeconds = 0;
        double goodput = 0; ///< over the time in view
        double waitShare = 0; ///< likewise
    };

    using QAbstractTableModel::QAbstractTableModel;

    /// Without a reset: a row stays chosen while the jobs stay the same.
    void setRows(std::vector<Row> rows);
    [[nodiscard]] EntityRef jobAt(int row) const; ///< invalid: there is no such row
    [[nodiscard]] int rowOf(EntityRef job) const; ///< -1: none

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    [[nodiscard]] static QString text(const Row& row, int column);

    std::vector<Row> m_rows;
};

} // namespace lockstep
