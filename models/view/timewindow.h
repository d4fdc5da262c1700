// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/time.h"

#include <QObject>

#include <optional>

namespace lockstep {

/// The stretch of time that every view shows, and the moment within it that instantaneous views (3D, grids) show.
/// While following, the window's end and the cursor stay at the newest data. GUI thread; owned by the composition.
class TimeWindow : public QObject
{
    Q_OBJECT

public:
    explicit TimeWindow(QObject* parent = nullptr);

    [[nodiscard]] TimeRange range() const { return m_range; }
    [[nodiscard]] bool isFollowing() const { return m_isFollowing; }
    /// The moment that instantaneous views show: the newest data while following, else where the user put it.
    [[nodiscard]] TimePoint cursor() const { return m_cursor; }
    /// All time that there is data for; the window may reach beyond it.
    [[nodiscard]] TimeRange extent() const { return m_extent; }
    /// A stretch marked by shift-drag, shown in every view.
    [[nodiscard]] std::optional<TimeRange> marked() const { return m_marked; }

    /// Shows a range and stops following. Lengths are clamped to [1 us, 400 days].
    void setRange(TimeRange range);
    void setCursor(TimePoint cursor);
    void setMarked(std::optional<TimeRange> marked);
    /// Scales the window by @p factor (<1: closer) so that @p fixed keeps its place. While following, the end stays.
    void zoom(double factor, TimePoint fixed);
    void pan(Duration by);
    void fitExtent();
    /// Shows the last @p length up to the newest data and keeps doing so.
    void follow(Duration length);
    void follow() { follow(m_range.length()); }
    /// The data's extent has changed; moves the window when following.
    void setExtent(TimeRange extent);

Q_SIGNALS:
    void changed(); ///< range or following
    void cursorChanged();
    void markedChanged();
    void extentChanged();

private:
    TimeRange m_range;
    TimeRange m_extent;
    TimePoint m_cursor;
    std::optional<TimeRange> m_marked;
    bool m_isFollowing = true;
};

} // namespace lockstep
