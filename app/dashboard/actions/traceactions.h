// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/dashboard/dialogs/tracedialog.h"

#include <QAction>
#include <QList>
#include <QString>

#include <functional>

class QWidget;

namespace lockstep {

class AlertsPanel;
class Composition;

/// Has traces of a job recorded, or dumps that it left fetched, by the agents that are watched live, and opened.
/// @param job to begin with; empty: the selected one
void askForTrace(QWidget& window, Composition& composition, TraceDialog::What what, const QString& job,
                 const std::function<void(const QString&)>& say);

/// The same for the job of the chosen alert.
[[nodiscard]] QList<QAction*> addTraceActions(QWidget& window, Composition& composition, const AlertsPanel& alerts,
                                              const std::function<void(const QString&)>& say);

} // namespace lockstep
