// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/view/viewcontext.h"

#include <QWidget>

class QLabel;
class QLineEdit;
class QStackedLayout;
class QTableView;
class QToolButton;

namespace lockstep {

class EmptyState;
class IncidentListModel;

/// All incidents with a search; selecting one opens it. Needs a workspace in its context. GUI thread; owned by its
/// parent.
class IncidentListPanel : public QWidget
{
    Q_OBJECT

public:
    explicit IncidentListPanel(ViewContext context, QWidget* parent = nullptr);

    [[nodiscard]] QLineEdit& searchField() const { return *m_search; }
    [[nodiscard]] QTableView& table() const { return *m_table; }
    [[nodiscard]] const QString& caption() const { return m_caption; }

Q_SIGNALS:
    void captionChanged(const QString& caption);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void makeTable();
    void narrow();
    void choose(int row);
    void removeChosen();
    void followWorkspace();
    void refreshCaption();

    ViewContext m_context;
    IncidentListModel* m_model;
    QLineEdit* m_search;
    QToolButton* m_onlyOpen;
    QTableView* m_table;
    EmptyState* m_empty;
    QLabel* m_problem;
    QStackedLayout* m_pages;
    QString m_caption;
};

} // namespace lockstep
