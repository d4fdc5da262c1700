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
class Settings;

/// Adds to the window what the user does with alerts from the keyboard, and to the list of them the same by menu; whom
/// they are sent to is kept in the settings.
[[nodiscard]] QList<QAction*> addAlertActions(QWidget& window, Composition& composition, Settings& settings,
                                              AlertsPanel& alerts, std::function<void(const QString&)> say);

} // namespace lockstep
