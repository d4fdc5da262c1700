// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QList>
#include <QString>

#include <functional>

class QMainWindow;
class QWidget;

namespace lockstep {

class AlertsPanel;
class ComparisonController;
class Composition;
class DockHost;
class NotificationBar;
class Settings;
class TenantPanel;
class Theme;
class Workspaces;

// The groups of actions of the main window, each in the source file of its name.

/// Adds the actions for alerts to the window, with their keys, and to the context menu of the list. Alert receivers are
/// stored in the settings.
[[nodiscard]] QList<QAction*> addAlertActions(QWidget& window, Composition& composition, Settings& settings,
                                              AlertsPanel& alerts, std::function<void(const QString&)> say);

[[nodiscard]] QList<QAction*> addCompareActions(QMainWindow& window, ComparisonController& controller);

/// Connects an exercise with its bar, its dialogs and its start action.
/// @param showBar inserts the bar into the window
/// @return the start action, owned by @p window
QAction* addExerciseActions(QWidget& window, Composition& composition, DockHost& docks,
                            const std::function<void(QWidget* bar)>& showBar,
                            const std::function<void(bool isShown)>& showFigures);

/// Adds the File menu's actions: opening sources, saving pictures and reports, quitting.
[[nodiscard]] QList<QAction*> addFileActions(QMainWindow& window, Composition& composition, Settings& settings,
                                             TenantPanel& tenants, NotificationBar& notifications);

/// Opens a cluster file chosen in a non-modal dialog.
void askForClusterFile(QMainWindow& window, Composition& composition);

/// Opens the folder of a recording, or trace files, chosen in the same way.
void askForRecording(QMainWindow& window, Composition& composition);
void askForTraces(QMainWindow& window, Composition& composition);

/// Asks for the address of a Prometheus-compatible server, lists its metrics and connects to it.
void askForEngine(QMainWindow& window, Composition& composition, Settings& settings);

/// Adds the Time menu's actions and keys to the window. The first one asks for a time range.
/// @param alerts provides the alert at which a range can begin
/// @param say shows a message if a step finds nothing
[[nodiscard]] QList<QAction*> addTimeActions(QWidget& window, Composition& composition, const AlertsPanel& alerts,
                                             const Workspaces& workspaces, std::function<void(const QString&)> say);

/// Adds a checkable action per workspace; the current one is checked.
[[nodiscard]] QList<QAction*> addWorkspaceActions(QMainWindow& window, Workspaces& workspaces);

[[nodiscard]] QList<QAction*> addViewActions(QMainWindow& window, DockHost& docks, Workspaces& workspaces,
                                             Theme& theme);

} // namespace lockstep
