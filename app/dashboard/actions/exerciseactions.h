// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

class QAction;
class QWidget;

namespace lockstep {

class Composition;

/// Connects an exercise with its bar, dialogs and start action. @param showBar inserts the bar into the window
/// @return the start action, owned by @p window
QAction* addExerciseActions(QWidget& window, Composition& composition,
                            const std::function<void(QWidget* bar)>& showBar);

} // namespace lockstep
