// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QList>

class QMainWindow;

namespace lockstep {

class DockHost;
class Theme;
class Workspaces;

/// Adds a checkable action per workspace; the current one is checked.
[[nodiscard]] QList<QAction*> addWorkspaceActions(QMainWindow& window, Workspaces& workspaces);

/// Adds the actions for docks and theme to the window.
[[nodiscard]] QList<QAction*> addViewActions(QMainWindow& window, DockHost& docks, Workspaces& workspaces,
                                             Theme& theme);

} // namespace lockstep
