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

/// The manual's section on the view that has the focus or, if none has, the view under the pointer; otherwise the
/// manual's first page.
[[nodiscard]] QString manualPageFor(const QWidget* focus, const QWidget* underPointer);

/// Adds the action that opens the manual in context (F1) to the window.
[[nodiscard]] QAction* addManualAction(QWidget& window);

/// To what is looked for, by name.
[[nodiscard]] QList<QAction*> addGoActions(QWidget& window, Composition& composition, CommandPalette& palette,
                                           TopologyPanel& topology);

/// All keys, and what the window itself does and costs.
[[nodiscard]] QList<QAction*> addHelpActions(QWidget& window, Composition& composition, KeyHelp& keys);

} // namespace lockstep
