// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/time.h"

#include <QObject>

#include <functional>
#include <optional>

namespace lockstep {

/// The visible time range of all views, and the cursor: the moment that instantaneous views (3D, grids) show, always
/// within the range. In follow mode, both stay at the newest data. A preparation (see setPreparation()) may delay a
/// move until its data is available, so that views change from one complete picture to the next. GUI thread; owned by
/// the session.
class TimeWindow : public QObject
{
    Q_OBJECT

public:
    explicit TimeWindow(QObject* parent = nullptr);

    /// The current or next state of the window.
    struct Place
    {
        TimeRange range;
        TimePoint cursor;
        bool isFollowing = true;

        friend bool operator==(const Place&, const Place&) = default;
    };
    /// @return false: not available yet, arrive() will be called
    using Preparation = std::function<bool(const Place&)>;

    [[nodiscard]] TimeRange range() const { return m_shown.range; }
    [[nodiscard]] bool isFollowing() const { return m_shown.isFollowing; }
    /// The moment that instantaneous views show: the newest data while following, otherwise as set by the user.
    [[nodiscard]] TimePoint cursor() const { return m_shown.cursor; }
    /// The destination of the window: the same as shown, unless another place is being prepared.
    [[nodiscard]] const Place& target() const { return m_target; }
    /// Time range of the data; the window may extend beyond it.
    [[nodiscard]] TimeRange extent() const { return m_extent; }
    /// A range marked by shift-drag, shown in every view.
    [[nodiscard]] std::optional<TimeRange> marked() const { return m_marked; }

    /// Shows a range and stops following. Lengths are clamped to [1 us, 400 days]. A cursor outside moves to the
    /// range's edge.
    void setRange(TimeRange range);
    /// Shows a moment and stops following. If it is outside the range, the range moves so that the moment is in its
    /// middle, but not beyond the data.
    void setCursor(TimePoint cursor);
    void moveCursor(Duration by) { setCursor(m_target.cursor + by); }
    void setMarked(std::optional<TimeRange> marked);
    /// Scales the window by @p factor (<1: zoom in) around @p fixed. While following, the end stays.
    void zoom(double factor, TimePoint fixed);
    /// Changes the length around the cursor; keeps following.
    void setLength(Duration length) { setLength(length, m_target.cursor); }
    void pan(Duration by);
    void fitExtent();
    /// Shows the last @p length of the data and follows it.
    void follow(Duration length);
    void follow() { follow(m_target.range.length()); }
    /// The data's extent has changed; moves the window when following.
    void setExtent(TimeRange extent);

    /// Sets a function that is called before another place is shown, except in follow mode. Null: places are shown at
    /// once. Only one place is prepared at a time; the newest destination is prepared next.
    void setPreparation(Preparation prepare);
    /// The prepared place is available, or should be shown without waiting.
    void arrive();
    [[nodiscard]] bool isSeeking() const { return m_target != m_shown; }

Q_SIGNALS:
    void changed(); ///< range or following
    void cursorChanged();
    void markedChanged();
    void extentChanged();

private:
    void setLength(Duration length, TimePoint fixed);
    void moveToTarget();
    void prepare();
    void show(const Place& place);

    Place m_shown;
    Place m_target;
    Preparation m_prepare; ///< null: none
    std::optional<Place> m_prepared; ///< being prepared
    bool m_isAboutToPrepare = false;
    TimeRange m_extent;
    std::optional<TimeRange> m_marked;
};

} // namespace lockstep
