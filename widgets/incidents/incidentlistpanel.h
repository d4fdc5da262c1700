// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/common/panel.h"

class QLabel;
class QLineEdit;
class QTableView;
class QToolButton;

namespace lockstep {

class IncidentListModel;

/// All incidents with a search; selecting one opens it. Needs a workspace in its context. GUI thread; owned by its
/// parent.
class IncidentListPanel : public Panel
{
    Q_OBJECT

public:
    explicit IncidentListPanel(ViewContext context, QWidget* parent = nullptr);

    [[nodiscard]] QLineEdit& searchField() const { return *m_search; }
    [[nodiscard]] QTableView& table() const { return *m_table; }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void makeTable();
    void narrow();
    void choose(int row);
    void removeChosen();
    void followWorkspace();
    void refreshCaption();

    IncidentListModel* m_model;
    QLineEdit* m_search;
    QToolButton* m_onlyOpen;
    QTableView* m_table;
    QLabel* m_problem;
};

} // namespace lockstep
