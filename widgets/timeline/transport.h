// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QToolButton;

namespace lockstep {

class Player;

/// Play, pause and how fast, at the left of the time bar. GUI thread; owned by its parent.
class Transport : public QWidget
{
    Q_OBJECT

public:
    explicit Transport(Player& player, QWidget* parent = nullptr);

private:
    void refresh();

    Player& m_player;
    QToolButton* m_play = nullptr;
    QToolButton* m_speed = nullptr; ///< with a menu of speeds
};

} // namespace lockstep
