// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QList>
#include <QString>

#include <functional>

class QWidget;

namespace lockstep {

class Player;
class Selection;
class Session;
class TimeWindow;

/// Objects that the time actions operate on.
struct TimeTools
{
    TimeWindow& time;
    Player& player;
    Session& session;
    const Selection& selection;
    std::function<void(const QString&)> say; ///< when a step leads nowhere
};

/// Adds to the window what the user does with time from the keyboard and the Time menu.
[[nodiscard]] QList<QAction*> addTimeActions(QWidget& window, const TimeTools& tools);

} // namespace lockstep
