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
    std::function<void(const QString&)> say; ///< shows a message if a step leads nowhere
};

/// Adds the Time menu's actions and keys to the window.
[[nodiscard]] QList<QAction*> addTimeActions(QWidget& window, const TimeTools& tools);

} // namespace lockstep
