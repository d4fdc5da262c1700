// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QList>

class QWidget;

namespace lockstep {

class Player;
class TimeWindow;

/// Adds to the window what the user does with time from the keyboard and the Time menu.
[[nodiscard]] QList<QAction*> addTimeActions(QWidget& window, TimeWindow& time, Player& player);

} // namespace lockstep
