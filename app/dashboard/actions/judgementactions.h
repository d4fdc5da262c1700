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

/// Adds actions for judging alerts to the window: confirm, reject, assign, mute. Judgements are stored with the
/// incidents and can be undone.
[[nodiscard]] QList<QAction*> addJudgementActions(QWidget& window, Composition& composition, AlertsPanel& alerts,
                                                  std::function<void(const QString&)> say);

} // namespace lockstep
