// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>

class QAction;
class QWidget;

namespace lockstep {

class CommandPalette;
class Composition;
class KeyHelp;
class TopologyPanel;

/// Manual page for the focused view, otherwise for the view under the pointer, otherwise the first page.
[[nodiscard]] QString manualPageFor(const QWidget* focus, const QWidget* underPointer);

/// Adds the action that opens the manual in context (F1) to the window.
[[nodiscard]] QAction* addManualAction(QWidget& window);

/// Adds the commands that find things: palette, topology filter, clear selection.
[[nodiscard]] QList<QAction*> addGoActions(QWidget& window, Composition& composition, CommandPalette& palette,
                                           TopologyPanel& topology);

/// Adds actions for the key help, the manual and the window's diagnostics.
[[nodiscard]] QList<QAction*> addHelpActions(QWidget& window, Composition& composition, KeyHelp& keys);

} // namespace lockstep
