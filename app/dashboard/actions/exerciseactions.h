// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

class QAction;
class QWidget;

namespace lockstep {

class Composition;

/// Wires an exercise: its bar, its dialogs, and the action that begins one. @param showBar gives the bar its place
/// @return that action, owned by @p window
QAction* addExerciseActions(QWidget& window, Composition& composition,
                            const std::function<void(QWidget* bar)>& showBar);

} // namespace lockstep
