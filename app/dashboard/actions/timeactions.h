// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QList>
#include <QString>

#include <functional>

class QWidget;

namespace lockstep {

class AlertsPanel;
class Composition;
class Workspaces;

/// Adds the Time menu's actions and keys to the window. The first one asks for a time range.
/// @param alerts gives the alert that a range can begin with @param say shows a message if a step leads nowhere
[[nodiscard]] QList<QAction*> addTimeActions(QWidget& window, Composition& composition, const AlertsPanel& alerts,
                                             const Workspaces& workspaces, std::function<void(const QString&)> say);

} // namespace lockstep
