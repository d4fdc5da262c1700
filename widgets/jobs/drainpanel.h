// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/ids.h"
#include "models/core/time.h"
#include "widgets/jobs/momentpanel.h"

#include <string>

class QTableView;

namespace lockstep {

class DrainModel;
class FigureTree;

/// Nodes to drain at the moment shown, largest gain first; for the selected one: remedy, spares, and the cost of each
/// plan with its formula. Uses only alerts and metrics up to that moment, so that live, past and replay agree.
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
