// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/items/itemroles.h"
#include "models/view/viewcontext.h"
#include "widgets/panels/palette/palettesearch.h"

#include <QBasicTimer>
#include <QFrame>
#include <QPointer>

class QLabel;
class QLineEdit;
class QListView;

namespace lockstep {

class PaletteListModel;

/// Finds commands, entities and metrics by typing. An overlay inside the window. Up and Down select, Enter runs, Escape
/// or a click elsewhere closes. GUI thread; owned by its window.
class CommandPalette : public QFrame
{
    Q_OBJECT

public:
    CommandPalette(ViewContext context, QWidget* window);
    ~CommandPalette() override;

    void setActions(const QList<QAction*>& actions);
    /// Opens it, or closes it if it is open.
    void open();

Q_SIGNALS:
    void entityChosen(lockstep::EntityRef entity);
    void metricChosen(lockstep::MetricId metric);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void timerEvent(QTimerEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void close();
    void place();
    void search();
    void finishSearch(); ///< at once, if it is not finished yet
    void showResults();
    void run(int row);
    bool typed(int key);

    ViewContext m_context;
    PaletteSearch m_search;
    QLineEdit* m_edit;
    QListView* m_list;
    QLabel* m_nothing;
    PaletteListModel* m_model;
    QPointer<QWidget> m_focusBefore;
    QBasicTimer m_timer;
};

} // namespace lockstep
