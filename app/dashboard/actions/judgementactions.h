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

/// Adds to the window what the user makes of alerts: right or wrong, whose it is, and what nobody wants to hear of. It
/// is kept with the incidents, and undone like anything that is done to them.
[[nodiscard]] QList<QAction*> addJudgementActions(QWidget& window, Composition& composition, AlertsPanel& alerts,
                                                  std::function<void(const QString&)> say);

} // namespace lockstep
