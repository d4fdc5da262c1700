// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dashboard/actions/action.h"
#include "app/dashboard/actions/windowactions.h"
#include "app/dashboard/docks/dockhost.h"
#include "app/dashboard/docks/workspaces.h"
#include "models/view/colour/theme.h"
#include "models/view/translation.h"

#include <QActionGroup>
#include <QDockWidget>

namespace lockstep {

namespace {

/// An action that is checked while the panel is visible. Qt's own toggle action treats a panel behind another tab as
/// shown, and would close it when the user wants to see it.
QAction* makePanelAction(QMainWindow& window, QDockWidget& dock)
{
    QAction* action = makeAction(window, tr("Panel: %1").arg(dock.windowTitle()), QKeySequence(), [] {});
    action->setCheckable(true);
    QObject::connect(action, &QAction::triggered, &dock, [&dock](bool isWanted) {
        dock.setVisible(isWanted);
        if (isWanted)
            dock.raise();
    });
    // The host of the docks has shown or hidden the view by then.
    QObject::connect(&dock, &QDockWidget::visibilityChanged, action,
                     [action, &dock] { action->setChecked(dock.widget()->isVisible()); });
    return action;
}

} // namespace

QList<QAction*> addWorkspaceActions(QMainWindow& window, Workspaces& workspaces)
{
    QList<QAction*> actions;
    auto* group = new QActionGroup(&window);
    for (int at = 0; at < Workspaces::count; ++at) {
        QAction* action = makeAction(window, Workspaces::name(at), QKeySequence(Qt::CTRL | Qt::Key(Qt::Key_1 + at)),
                                     [&workspaces, at] { workspaces.show(at); });
        action->setCheckable(true);
        action->setToolTip(tr("Workspace %1 (%2)").arg(Workspaces::name(at), action->shortcut().toString()));
        group->addAction(action);
        actions.append(action);
    }
    QObject::connect(&workspaces, &Workspaces::shown, group,
                     [actions](int workspace) { actions[workspace]->setChecked(true); });
    return actions;
}

QList<QAction*> addViewActions(QMainWindow& window, DockHost& docks, Workspaces& workspaces, Theme& theme)
{
    QList<QAction*> actions;
    actions.append(makeAction(window, tr("Reset workspace"), QKeySequence(), [&workspaces] { workspaces.reset(); }));
    actions.append(makeAction(window, tr("Toggle dark theme"), Qt::CTRL | Qt::Key_T,
                              [&theme] { theme.setDark(!theme.isDark()); }));
    actions.append(makeAction(window, tr("Full screen"), Qt::Key_F11,
                              [&window] { window.setWindowState(window.windowState() ^ Qt::WindowFullScreen); }));
    for (QDockWidget* dock : docks.docks())
        actions.append(makePanelAction(window, *dock));
    return actions;
}

} // namespace lockstep
