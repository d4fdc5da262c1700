// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/view/viewcontext.h"
#include "widgets/common/panel.h"

#include <QWidget>

class QLabel;
class QToolButton;

namespace lockstep {

class Player;
class TimeStrip;
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

/// The time bar at the bottom of the window: overview, cursor time, and the button to go live. GUI thread; owned by its
/// parent.
class TimeBar : public Panel
{
    Q_OBJECT

public:
    explicit TimeBar(ViewContext context, QWidget* parent = nullptr);

    /// Adds a button that asks for a time range.
    void setRangeAction(QAction& action);
    [[nodiscard]] TimeStrip& strip() const { return *m_strip; }

protected:
    void showEvent(QShowEvent* event) override;

private:
    void refresh();

    TimeStrip* m_strip = nullptr;
    QLabel* m_moment = nullptr; ///< the cursor's time, to the second
    QLabel* m_length = nullptr; ///< of the window
    QToolButton* m_live = nullptr;
};

} // namespace lockstep
