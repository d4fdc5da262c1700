// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>

class QAction;
class QWidget;

namespace lockstep {

class CommandPalette;
class Composition;
class KeyHelp;
class TopologyPanel;

/// To what is looked for, by name.
[[nodiscard]] QList<QAction*> addGoActions(QWidget& window, Composition& composition, CommandPalette& palette,
                                           TopologyPanel& topology);

/// All keys, and what the window itself does and costs.
[[nodiscard]] QList<QAction*> addHelpActions(QWidget& window, Composition& composition, KeyHelp& keys);

} // namespace lockstep
