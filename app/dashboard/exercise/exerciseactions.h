// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QAction;
class QWidget;

namespace lockstep {

class Composition;
class DashboardPage;

/// Wires an exercise: its bar, its dialogs, and the action that begins one.
/// @return that action, owned by @p window
QAction* addExerciseActions(QWidget& window, Composition& composition, DashboardPage& page);

} // namespace lockstep
