// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QList>

class QMainWindow;

namespace lockstep {

class ComparisonController;

/// Adds the comparison actions to the window.
[[nodiscard]] QList<QAction*> addCompareActions(QMainWindow& window, ComparisonController& controller);

} // namespace lockstep
