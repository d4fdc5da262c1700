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

/// Lets live agents record traces of a job, or fetch dumps it left, and opens the files.
/// @param job preselected job; empty: the selected one
void askForTrace(QWidget& window, Composition& composition, TraceDialog::What what, const QString& job,
                 const std::function<void(const QString&)>& say);

/// The same for the job of the chosen alert.
[[nodiscard]] QList<QAction*> addTraceActions(QWidget& window, Composition& composition, const AlertsPanel& alerts,
                                              const std::function<void(const QString&)>& say);

} // namespace lockstep
