// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/view/time/player.h"

#include "models/view/time/timewindow.h"

#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

constexpr std::chrono::milliseconds frame{33};
constexpr Duration longestTurn = std::chrono::milliseconds(250); ///< limit per step, against jumps after a hitch

} // namespace

void Bookmarks::setTimes(std::vector<TimePoint> times)
{
    std::ranges::sort(times);
    const auto repeated = std::ranges::unique(times);
    times.erase(repeated.begin(), repeated.end());
    if (times == m_times)
        return;
    m_times = std::move(times);
    Q_EMIT changed();
}

void Bookmarks::toggle(TimePoint time, Duration reach)
{
    std::vector<TimePoint> times = m_times;
    const auto isNear = [&](TimePoint each) {
        return std::chrono::abs(each - time) <= reach;
    };
    if (std::erase_if(times, isNear) == 0)
        times.push_back(time);
    setTimes(std::move(times));
}

std::optional<TimePoint> Bookmarks::next(TimePoint from, int direction) const
{
    if (direction > 0) {
        const auto after = std::ranges::upper_bound(m_times, from);
        return after == m_times.end() ? std::nullopt : std::optional(*after);
    }
    const auto notBefore = std::ranges::lower_bound(m_times, from);
    return notBefore == m_times.begin() ? std::nullopt : std::optional(*std::prev(notBefore));
}

Player::Player(TimeWindow& time, QObject* parent) : QObject(parent), m_time(time)
{
    m_timer.setInterval(frame);
    m_timer.setTimerType(Qt::PreciseTimer);
    connect(&m_timer, &QTimer::timeout, this, &Player::turn);
    connect(&m_time, &TimeWindow::changed, this, [this] {
        if (!m_time.isFollowing())
            return;
        pause(); // live data has its own pace
        if (!m_joinsLive)
            m_time.setCursor(m_time.cursor()); // the end of a recording is not live
    });
}

void Player::play()
{
    if (isPlaying())
        return;
    const TimeRange extent = m_time.extent();
    const auto marked = m_time.marked();
    const TimePoint cursor = m_time.target().cursor;
    if (marked && !marked->contains(cursor))
        m_time.setCursor(marked->from);
    else if (cursor >= extent.to && !m_joinsLive)
        m_time.setCursor(extent.from); // at the end: restart from the beginning
    else if (m_time.isFollowing())
        return;
    m_sinceTurn.start();
    m_timer.start();
    Q_EMIT changed();
}

void Player::pause()
{
    if (!isPlaying())
        return;
    m_timer.stop();
    Q_EMIT changed();
}

void Player::toggle()
{
    if (isPlaying())
        pause();
    else if (m_time.isFollowing() && m_joinsLive)
        m_time.setCursor(m_time.cursor()); // stop following
    else
        play();
}

void Player::setSpeed(double speed)
{
    speed = std::clamp(speed, speeds.front(), speeds.back());
    if (speed == m_speed)
        return;
    m_speed = speed;
    Q_EMIT changed();
}

void Player::faster()
{
    const auto next = std::ranges::upper_bound(speeds, m_speed);
    setSpeed(next == speeds.end() ? speeds.back() : *next);
}

void Player::slower()
{
    const auto at = std::ranges::lower_bound(speeds, m_speed);
    setSpeed(at == speeds.begin() ? speeds.front() : *std::prev(at));
}

void Player::step(int direction)
{
    m_time.moveCursor(direction * m_tick);
}

void Player::toggleLoop()
{
    if (m_time.marked()) {
        m_time.setMarked(std::nullopt);
        return;
    }
    const TimeRange range = m_time.target().range;
    m_time.setMarked(range);
    m_time.setCursor(range.from);
    play();
}

/// Bookmarks closer than this are indistinguishable on screen.
Duration Player::bookmarkReach() const
{
    return m_time.range().length() / 200;
}

void Player::toggleBookmark()
{
    m_bookmarks.toggle(m_time.target().cursor, bookmarkReach());
}

bool Player::isAtBookmark() const
{
    const auto isNear = [&](TimePoint each) {
        return std::chrono::abs(each - m_time.cursor()) <= bookmarkReach();
    };
    return std::ranges::any_of(m_bookmarks.times(), isNear);
}

void Player::turn()
{
    const Duration elapsed = std::min<Duration>(std::chrono::nanoseconds(m_sinceTurn.nsecsElapsed()), longestTurn);
    m_sinceTurn.restart();
    advance(elapsed);
}

void Player::advance(Duration elapsed)
{
    const TimePoint before = m_time.target().cursor; // the displayed time may still be on its way there
    TimePoint cursor = before + Duration(std::llround(static_cast<double>(elapsed.count()) * m_speed));
    const auto marked = m_time.marked();
    if (marked && marked->contains(before) && cursor >= marked->to)
        cursor = marked->from;
    const TimePoint end = m_time.extent().to;
    if (cursor >= end && !m_time.extent().isEmpty()) {
        pause();
        if (m_joinsLive) {
            m_time.follow();
            return;
        }
        cursor = end;
    }
    keepInView(cursor);
    m_time.setCursor(cursor);
}

/// Moves the window once the cursor is past three quarters of it, so that later data is visible.
void Player::keepInView(TimePoint cursor)
{
    const TimeRange range = m_time.target().range;
    const TimePoint threshold = range.from + range.length() / 4 * 3;
    if (cursor > threshold && cursor < range.to)
        m_time.pan(cursor - threshold);
    else if (!range.contains(cursor))
        m_time.setRange({cursor - range.length() / 4, cursor - range.length() / 4 + range.length()});
}

} // namespace lockstep

#include "moc_player.cpp"
