// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/drain/drainreport.h"
#include "models/core/ids.h"
#include "models/core/rates.h"
#include "models/core/time.h"
#include "models/core/topology/topology.h"
#include "models/items/itemroles.h"
#include "models/items/tablemodel.h"
#include "widgets/jobs/momentpanel.h"

#include <string>
#include <vector>

class QTableView;

namespace lockstep {

class FigureTree;

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
    /// The entity of a row: the node or the faulty component; invalid: unknown.
    [[nodiscard]] static EntityRef placeOf(const DrainRow& row);

    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;

private:
    [[nodiscard]] QString text(const DrainRow& row, int column) const;
    [[nodiscard]] QString placeText(const DrainRow& row) const;

    TopologyPtr m_topology;
    Rates m_rates;
};

/// Nodes to drain at the moment shown, largest gain first. For the selected node: remedy, spares, and the cost of each
/// plan with its formula. Uses only alerts and metrics up to that moment, so that live, past and replayed views agree.
/// Selecting a row selects its entity. Updates once per second while visible; rows keep their places under the pointer.
/// GUI thread; owned by its parent.
class DrainPanel : public MomentPanel
{
    Q_OBJECT

public:
    explicit DrainPanel(ViewContext context, QWidget* parent = nullptr);

    [[nodiscard]] const DrainModel& queue() const { return *m_model; }
    [[nodiscard]] QTableView& table() const { return *m_table; }
    [[nodiscard]] const FigureTree& figures() const { return *m_figures; }

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void build();
    bool read() override;
    void shareHeight();
    void choose(int row);
    void followSelection();
    void showChosen();
    void explainEmpty(TimePoint moment, bool isPending);
    void reportCaption(bool isPending);

    DrainModel* m_model;
    QTableView* m_table;
    FigureTree* m_figures;
    std::string m_chosen; ///< key of the alert whose figures are shown; empty: the first
};

} // namespace lockstep
