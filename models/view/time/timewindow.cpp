// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/view/time/timewindow.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace lockstep {

namespace {

constexpr Duration shortest = std::chrono::microseconds(1);
constexpr Duration longest = std::chrono::days(400);
/// 1870 to 2161, within the range of nanoseconds.
constexpr TimePoint earliest{-std::chrono::days(36'500)};
constexpr TimePoint latest{std::chrono::days(70'000)};

TimeRange clamped(TimeRange range)
{
    const TimePoint from = std::clamp(range.from, earliest, latest);
    const TimePoint to = std::clamp(range.to, earliest, latest);
    return {from, from + std::clamp(to - from, shortest, longest)};
}

/// A range of the same length as @p range around @p moment, within @p extent if possible.
TimeRange rangeAbout(TimePoint moment, TimeRange range, TimeRange extent)
{
    const Duration length = range.length();
    TimePoint from = moment - length / 2;
    if (extent.length() >= length && extent.from <= moment && moment <= extent.to)
        from = std::clamp(from, extent.from, extent.to - length);
    return {from, from + length};
}

} // namespace

TimeWindow::TimeWindow(QObject* parent)
    : QObject(parent), m_shown{{TimePoint{}, TimePoint{std::chrono::minutes(2)}}, {}, true}
{
    m_shown.cursor = m_shown.range.to;
    m_target = m_shown;
}

void TimeWindow::setPreparation(Preparation prepare)
{
    m_prepare = std::move(prepare);
    m_prepared.reset();
    moveToTarget();
}

void TimeWindow::moveToTarget()
{
    if (m_target.isFollowing || !m_prepare) {
        m_prepared.reset();
        show(m_target);
    } else if (!m_prepared && m_target != m_shown && !std::exchange(m_isAboutToPrepare, true)) {
        // Range and cursor are often set one after the other, but should be prepared together.
        QMetaObject::invokeMethod(this, &TimeWindow::prepare, Qt::QueuedConnection);
    }
}

void TimeWindow::prepare()
{
    m_isAboutToPrepare = false;
    if (m_target.isFollowing || !m_prepare || m_prepared)
        return;
    m_prepared = m_target;
    if (m_prepare(m_target))
        arrive();
}

void TimeWindow::arrive()
{
    if (!m_prepared)
        return;
    show(*std::exchange(m_prepared, std::nullopt));
    moveToTarget();
}

void TimeWindow::show(const Place& place)
{
    const Place before = std::exchange(m_shown, place);
    if (before.range != place.range || before.isFollowing != place.isFollowing)
        Q_EMIT changed();
    if (before.cursor != place.cursor)
        Q_EMIT cursorChanged();
}

void TimeWindow::setRange(TimeRange range)
{
    m_target.range = clamped(range);
    m_target.cursor = std::clamp(m_target.cursor, m_target.range.from, m_target.range.to);
    m_target.isFollowing = false;
    moveToTarget();
}

void TimeWindow::setCursor(TimePoint cursor)
{
    m_target.cursor = std::clamp(cursor, earliest, latest);
    if (m_target.cursor < m_target.range.from || m_target.cursor > m_target.range.to)
        m_target.range = clamped(rangeAbout(m_target.cursor, m_target.range, m_extent));
    m_target.isFollowing = false;
    moveToTarget();
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
    setLength(scaled(m_target.range.length()), fixed);
}

void TimeWindow::setLength(Duration length, TimePoint fixed)
{
    length = std::clamp(length, shortest, longest);
    if (m_target.isFollowing) {
        follow(length);
        return;
    }
    fixed = std::clamp(fixed, earliest, latest);
    // The fixed point keeps its relative position in the window, also if the length was clamped.
    const double share = static_cast<double>((fixed - m_target.range.from).count())
        / static_cast<double>(m_target.range.length().count());
    const double most = static_cast<double>((latest - earliest).count());
    const double before = std::clamp(share * static_cast<double>(length.count()), -most, most);
    const TimePoint from = fixed - Duration(std::llround(before));
    setRange({from, from + length});
}

void TimeWindow::pan(Duration by)
{
    by = std::clamp(by, -longest, longest);
    setRange({m_target.range.from + by, m_target.range.to + by});
}

void TimeWindow::fitExtent()
{
    if (!m_extent.isEmpty())
        setRange(m_extent);
}

void TimeWindow::follow(Duration length)
{
    const TimePoint newest = m_extent.isEmpty() ? m_target.range.to : m_extent.to;
    m_target = {{newest - std::clamp(length, shortest, longest), newest}, newest, true};
    moveToTarget();
}

void TimeWindow::setExtent(TimeRange extent)
{
    extent.from = std::clamp(extent.from, earliest, latest);
    extent.to = std::clamp(extent.to, earliest, latest);
    if (extent == m_extent)
        return;
    m_extent = extent;
    Q_EMIT extentChanged();
    if (m_target.isFollowing)
        follow(m_target.range.length());
}

} // namespace lockstep

#include "moc_timewindow.cpp"
