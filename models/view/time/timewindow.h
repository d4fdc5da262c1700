// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/time.h"

#include <QObject>

#include <functional>
#include <optional>

namespace lockstep {

/// The visible time range of all views, and the cursor: the moment that instantaneous views (3D, grids) show, always
/// within the range. While following, both stay at the newest data. A preparation (see setPreparation()) may delay a
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
    /// @return false: not yet, arrive() will be called
    using Preparation = std::function<bool(const Place&)>;

    [[nodiscard]] TimeRange range() const { return m_shown.range; }
    [[nodiscard]] bool isFollowing() const { return m_shown.isFollowing; }
    /// The moment that instantaneous views show: the newest data while following, else where the user put it.
    [[nodiscard]] TimePoint cursor() const { return m_shown.cursor; }
    /// The destination of the window: the place shown, unless another is being prepared.
    [[nodiscard]] const Place& target() const { return m_target; }
    /// All time that there is data for; the window may reach beyond it.
    [[nodiscard]] TimeRange extent() const { return m_extent; }
    /// A stretch marked by shift-drag, shown in every view.
    [[nodiscard]] std::optional<TimeRange> marked() const { return m_marked; }

    /// Shows a range and stops following. Lengths are clamped to [1 us, 400 days]. A cursor that it leaves behind comes
    /// along at its edge.
    void setRange(TimeRange range);
    /// Shows a moment and stops following. A range that does not contain it moves there, with the moment at its middle
    /// unless that would show what is before or after all data.
    void setCursor(TimePoint cursor);
    void moveCursor(Duration by) { setCursor(m_target.cursor + by); }
    void setMarked(std::optional<TimeRange> marked);
    /// Scales the window by @p factor (<1: closer) so that @p fixed keeps its place. While following, the end stays.
    void zoom(double factor, TimePoint fixed);
    /// Shows more or less time about the cursor, which keeps its place; goes on following.
    void setLength(Duration length) { setLength(length, m_target.cursor); }
    void pan(Duration by);
    void fitExtent();
    /// Shows the last @p length up to the newest data and keeps doing so.
    void follow(Duration length);
    void follow() { follow(m_target.range.length()); }
    /// The data's extent has changed; moves the window when following.
    void setExtent(TimeRange extent);

    /// Called before another place is shown, not while following; null: places are shown at once. One place is prepared
    /// at a time; a newer destination follows.
    void setPreparation(Preparation prepare);
    /// The prepared place is available, or is no longer waited for.
    void arrive();
    [[nodiscard]] bool isSeeking() const { return m_target != m_shown; }

Q_SIGNALS:
    void changed(); ///< range or following
    void cursorChanged();
    void markedChanged();
    void extentChanged();

private:
    void setLength(Duration length, TimePoint fixed);
    void goThere();
    void prepare();
    void show(const Place& place);

    Place m_shown;
    Place m_target;
    Preparation m_prepare; ///< null: none
    std::optional<Place> m_prepared; ///< is being
    bool m_isAboutToPrepare = false;
    TimeRange m_extent;
    std::optional<TimeRange> m_marked;
};

} // namespace lockstep
