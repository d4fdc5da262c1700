// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/drain/drainreport.h"
#include "models/core/rates.h"
#include "models/core/topology/topology.h"
#include "models/items/itemroles.h"
#include "models/items/tablemodel.h"

#include <string>
#include <vector>

namespace lockstep {

/// Nodes to drain, one cause per row, in order of priority. GUI thread; owned by its panel, which fills it.
class DrainModel : public TableModel<DrainRow>
{
    Q_OBJECT

public:
    enum Column : int {
        SeverityColumn,
        PlaceColumn,
        AdviceColumn,
        WonColumn,
        IsolatedColumn,
        SpareColumn,
        EndsColumn,
        ColumnCount
    };

    explicit DrainModel(QObject* parent = nullptr);

    void setRows(std::vector<DrainRow> rows, TopologyPtr topology, const Rates& rates);
    [[nodiscard]] const DrainRow* at(int row) const { return rowAt(row); } ///< null: no such row
    [[nodiscard]] int rowOf(const std::string& key) const; ///< row of an alert; -1: none
    /// Row with that culprit or node; -1: none.
    [[nodiscard]] int rowAbout(EntityRef entity) const;
    /// The entity of a row, the node or the faulty component; invalid: unknown.
    [[nodiscard]] static EntityRef placeOf(const DrainRow& row);

    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;

private:
    [[nodiscard]] QString text(const DrainRow& row, int column) const;
    [[nodiscard]] QString placeText(const DrainRow& row) const;

    TopologyPtr m_topology;
    Rates m_rates;
};

} // namespace lockstep
