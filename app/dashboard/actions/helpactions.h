// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QList>

class QMainWindow;

namespace lockstep {

class KeyHelp;

/// The manual's section on the view that has the focus or, if none has, the view under the pointer; otherwise the
/// manual's first page.
[[nodiscard]] QString manualPageFor(const QWidget* focus, const QWidget* underPointer);

/// Adds the Help menu's actions to the window: the manual, and all keys.
[[nodiscard]] QList<QAction*> addHelpActions(QMainWindow& window, KeyHelp& keys);

} // namespace lockstep
