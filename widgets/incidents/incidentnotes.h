// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/view/viewcontext.h"

#include <QWidget>

class QStackedLayout;
class QTableView;
class QToolButton;

namespace lockstep {

class AnnotationModel;

/// Annotations of the open incident: selecting one goes there in all views; two selected ones can be linked as cause
/// and effect. GUI thread; owned by the editor.
class IncidentNotes : public QWidget
{
    Q_OBJECT

public:
    explicit IncidentNotes(ViewContext context, QWidget* parent = nullptr);

    [[nodiscard]] QTableView& table() const { return *m_table; }
    void refresh();

private:
    void makeTable();
    void goTo(int row);
    void link();
    void detachChosen();
    void removeChosen();
    void attachLooseNotes();
    [[nodiscard]] QList<int> chosenRows() const; ///< in order of time

    ViewContext m_context;
    AnnotationModel* m_model;
    QTableView* m_table;
    QToolButton* m_link;
    QToolButton* m_takeOut;
    QToolButton* m_remove;
    QToolButton* m_take; ///< adds notes within the incident's time that belong to no incident
    QStackedLayout* m_pages;
};

} // namespace lockstep
