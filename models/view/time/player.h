// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/time.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include <array>
#include <optional>
#include <span>
#include <vector>

namespace lockstep {

class TimeWindow;

/// Moments that the user has marked in the current data. GUI thread; owned by the composition.
class Bookmarks : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    [[nodiscard]] std::span<const TimePoint> times() const { return m_times; } ///< in order
    void setTimes(std::vector<TimePoint> times);

    /// Removes bookmarks within @p reach of the time; if there are none, adds one.
    void toggle(TimePoint time, Duration reach);
    /// The nearest one after (+1) or before (-1) a time; nullopt: none.
    [[nodiscard]] std::optional<TimePoint> next(TimePoint from, int direction) const;

Q_SIGNALS:
    void changed();

private:
    std::vector<TimePoint> m_times;
};

/// Playback: moves the shared cursor at a speed to the end of the data, where it goes live or stops. Loops within a
/// marked range. Continues from where the user moves the cursor. GUI thread; owned by the session.
class Player : public QObject
{
    Q_OBJECT

public:
    static constexpr std::array<double, 9> speeds{0.1, 0.25, 0.5, 1, 2, 10, 60, 300, 1000};

    explicit Player(TimeWindow& time, QObject* parent = nullptr);

    [[nodiscard]] bool isPlaying() const { return m_timer.isActive(); }
    [[nodiscard]] double speed() const { return m_speed; } ///< seconds of the recording per second

    void play();
    void pause();
    void toggle();
    void setSpeed(double speed); ///< limited to the range of speeds
    void faster(); ///< the next higher speed
    void slower();
    /// Behaviour at the end of the data: go live, or stop.
    void setJoinsLive(bool joinsLive) { m_joinsLive = joinsLive; }
    [[nodiscard]] bool joinsLive() const { return m_joinsLive; }

    /// Length of a step.
    void setTick(Duration tick) { m_tick = tick; }
    void step(int direction); ///< back (-1) or forward (+1) by one tick
    /// Loops the visible range from its beginning; if a range is marked, stops looping.
    void toggleLoop();
    /// Adds a bookmark at the cursor, or removes the one there (see bookmarkReach()).
    void toggleBookmark();
    [[nodiscard]] bool isAtBookmark() const;
    [[nodiscard]] Bookmarks& bookmarks() { return m_bookmarks; }
    [[nodiscard]] const Bookmarks& bookmarks() const { return m_bookmarks; }

    /// Moves the cursor by @p elapsed times the speed.
    void advance(Duration elapsed);

Q_SIGNALS:
    void changed(); ///< playing or speed

private:
    [[nodiscard]] Duration bookmarkReach() const;
    void turn();
    void keepInView(TimePoint cursor);

    TimeWindow& m_time;
    Bookmarks m_bookmarks; ///< of the data being played
    QTimer m_timer;
    QElapsedTimer m_sinceTurn;
    Duration m_tick = std::chrono::seconds(1);
    double m_speed = 1;
    bool m_joinsLive = true;
};

} // namespace lockstep
