// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QToolButton;

namespace lockstep {

class Player;
class TimeWindow;

/// Playback controls at the left of the time bar: play, pause, step, loop, bookmark, speed. GUI thread; owned by its
/// parent.
class Transport : public QWidget
{
    Q_OBJECT

public:
    Transport(Player& player, TimeWindow& time, QWidget* parent = nullptr);

private:
    QToolButton* addButton(const QString& sign, const QString& name, const QString& tip);
    void refresh();

    Player& m_player;
    TimeWindow& m_time;
    QToolButton* m_play = nullptr;
    QToolButton* m_loop = nullptr; ///< checked while a range is marked
    QToolButton* m_bookmark = nullptr; ///< checked at a bookmark
    QToolButton* m_speed = nullptr; ///< with a menu of speeds
};

} // namespace lockstep
