// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QList>

class QMainWindow;

namespace lockstep {

class ComparisonController;

/// Adds to the window what the user does to compare.
[[nodiscard]] QList<QAction*> addCompareActions(QMainWindow& window, ComparisonController& controller);

} // namespace lockstep
