// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QList>

#include <functional>

class QMainWindow;

namespace lockstep {

/// The manual's section on the view that has the focus or, if none has, the view under the pointer; otherwise the
/// manual's first page.
[[nodiscard]] QString manualPageFor(const QWidget* focus, const QWidget* underPointer);

/// Adds the actions of the Help menu to the window: the manual, and the list of keys.
[[nodiscard]] QList<QAction*> addHelpActions(QMainWindow& window, std::function<void()> toggleKeys);

} // namespace lockstep
