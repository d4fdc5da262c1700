// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/view/timewindow.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace lockstep {

namespace {

constexpr Duration shortest = std::chrono::microseconds(1);
constexpr Duration longest = std::chrono::days(400);
/// 1870 to 2161: as far apart as nanoseconds can count.
constexpr TimePoint earliest{-std::chrono::days(36'500)};
constexpr TimePoint latest{std::chrono::days(70'000)};

TimeRange clamped(TimeRange range)
{
    const TimePoint from = std::clamp(range.from, earliest, latest);
    const TimePoint to = std::clamp(range.to, earliest, latest);
    return {from, from + std::clamp(to - from, shortest, longest)};
}

} // namespace

TimeWindow::TimeWindow(QObject* parent)
    : QObject(parent), m_range{TimePoint{}, TimePoint{std::chrono::minutes(2)}}, m_cursor(m_range.to)
{ }

void TimeWindow::setRange(TimeRange range)
{
    range = clamped(range);
    if (range == m_range && !m_isFollowing)
        return;
    m_range = range;
    m_isFollowing = false;
    Q_EMIT changed();
}

void TimeWindow::setCursor(TimePoint cursor)
{
    cursor = std::clamp(cursor, earliest, latest);
    const bool wasFollowing = std::exchange(m_isFollowing, false);
    const bool moves = std::exchange(m_cursor, cursor) != cursor;
    if (wasFollowing)
        Q_EMIT changed();
    if (moves)
        Q_EMIT cursorChanged();
}

void TimeWindow::setMarked(std::optional<TimeRange> marked)
{
    if (marked && marked->isEmpty())
        marked.reset();
    if (std::exchange(m_marked, marked) != marked)
        Q_EMIT markedChanged();
}

void TimeWindow::zoom(double factor, TimePoint fixed)
{
    if (!(factor > 0) || !std::isfinite(factor))
        return;
    const auto scaled = [factor](Duration length) {
        const double limit = static_cast<double>(longest.count());
        return Duration(std::llround(std::clamp(static_cast<double>(length.count()) * factor, -limit, limit)));
    };
    const Duration length = std::clamp(scaled(m_range.length()), shortest, longest);
    if (m_isFollowing) {
        follow(length);
        return;
    }
    // The share of the window before the fixed point stays, also where the length was clamped.
    const double share
        = static_cast<double>((fixed - m_range.from).count()) / static_cast<double>(m_range.length().count());
    const double before = std::clamp(share * static_cast<double>(length.count()), -9e18, 9e18);
    const TimePoint from = std::clamp(fixed, earliest, latest) - Duration(std::llround(before));
    setRange({from, from + length});
}

void TimeWindow::pan(Duration by)
{
    by = std::clamp(by, -longest, longest);
    setRange({m_range.from + by, m_range.to + by});
}

void TimeWindow::fitExtent()
{
    if (!m_extent.isEmpty())
        setRange(m_extent);
}

void TimeWindow::follow(Duration length)
{
    const TimePoint newest = m_extent.isEmpty() ? m_range.to : m_extent.to;
    const TimeRange range{newest - std::clamp(length, shortest, longest), newest};
    const bool isNew = range != m_range || !m_isFollowing;
    m_range = range;
    m_isFollowing = true;
    const bool cursorMoves = std::exchange(m_cursor, newest) != newest;
    if (isNew)
        Q_EMIT changed();
    if (cursorMoves)
        Q_EMIT cursorChanged();
}

void TimeWindow::setExtent(TimeRange extent)
{
    extent.from = std::clamp(extent.from, earliest, latest);
    extent.to = std::clamp(extent.to, earliest, latest);
    if (extent == m_extent)
        return;
    m_extent = extent;
    Q_EMIT extentChanged();
    if (m_isFollowing)
        follow(m_range.length());
}

} // namespace lockstep
