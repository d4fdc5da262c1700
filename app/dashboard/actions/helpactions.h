// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>

namespace lockstep {

/// The manual's section on the view that has the focus or, if none has, the view under the pointer; otherwise the
/// manual's first page.
[[nodiscard]] QString manualPageFor(const QWidget* focus, const QWidget* underPointer);

/// Adds the action that opens the manual in context (F1) to the window.
[[nodiscard]] QAction* addManualAction(QWidget& window);

} // namespace lockstep
