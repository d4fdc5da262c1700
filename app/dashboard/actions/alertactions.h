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

/// Adds keyboard actions for alerts to the window, and the same to the list's context menu. Alert receivers are stored
/// in the settings.
[[nodiscard]] QList<QAction*> addAlertActions(QWidget& window, Composition& composition, Settings& settings,
                                              AlertsPanel& alerts, std::function<void(const QString&)> say);

} // namespace lockstep
