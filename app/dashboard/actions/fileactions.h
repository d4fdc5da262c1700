// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QList>

class QMainWindow;

namespace lockstep {

class Composition;
class NotificationBar;
class Settings;
class TenantPanel;

/// Adds the File menu's actions: opening sources, saving pictures and reports, quitting.
[[nodiscard]] QList<QAction*> addFileActions(QMainWindow& window, Composition& composition, Settings& settings,
                                             TenantPanel& tenants, NotificationBar& notifications);

/// Opens a cluster file chosen in a non-modal dialog.
void askForClusterFile(QMainWindow& window, Composition& composition);

/// The same for the folder of a recording, and for trace files.
void askForRecording(QMainWindow& window, Composition& composition);
void askForTraces(QMainWindow& window, Composition& composition);

/// Asks for the address of a Prometheus-compatible server, lists its metrics and connects to it.
void askForEngine(QMainWindow& window, Composition& composition, Settings& settings);

} // namespace lockstep
