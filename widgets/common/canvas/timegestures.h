// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/view/time/timeaxis.h"

#include <QPointF>

#include <optional>

class QKeyEvent;
class QMouseEvent;
class QWheelEvent;

namespace lockstep {

class TimeWindow;

/// Mouse and keyboard input of views with a time axis: the wheel zooms at the cursor, drag pans, Shift + drag marks a
/// range, Ctrl + drag zooms to one, W/S/A/D and the arrows as in Perfetto, L goes live. Acts on the shared TimeWindow.
/// A member of its view.
class TimeGestures
{
public:
    enum class Drag { None, Pressed, Pan, Mark, Zoom };

    explicit TimeGestures(TimeWindow& time) : m_time(time) { }

    /// Position of the axis within the widget, in logical pixels.
    void setArea(double left, double width);

    [[nodiscard]] TimeAxis axis() const;
    [[nodiscard]] TimePoint timeAt(double x) const;
    [[nodiscard]] double pixelOf(TimePoint time) const;
    [[nodiscard]] Drag drag() const { return m_drag; }

    void wheel(const QWheelEvent& event);
    void press(const QMouseEvent& event);
    /// @return true during a drag, when the view should not hover
    bool move(const QMouseEvent& event);
    /// @return what the press has become; Drag::Pressed is a click
    Drag release(const QMouseEvent& event);
    /// @param under pointer's x while it is over the view. Zooming keeps the moment under the pointer in place,
    /// otherwise the middle of the view
    /// @return false if the key is not handled
    bool key(const QKeyEvent& event, std::optional<double> under);

private:
    static constexpr double dragThreshold = 4; ///< pixels: less is a click

    void panByShare(double share);

    TimeWindow& m_time;
    double m_left = 0;
    double m_width = 1;
    Drag m_drag = Drag::None;
    Drag m_becomes = Drag::Pan; ///< what the press becomes once the pointer moves
    std::optional<TimeRange> m_markedBefore; ///< range to restore after a zoom box, which is shown as the marked range
    QPointF m_pressedAt;
    TimeRange m_pressedRange;
};

} // namespace lockstep
