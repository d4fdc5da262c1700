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

    /// Where the axis lies within the widget, in logical pixels.
    void setArea(double left, double width);

    [[nodiscard]] TimeAxis axis() const;
    [[nodiscard]] TimePoint timeAt(double x) const;
    [[nodiscard]] double pixelOf(TimePoint time) const;
    [[nodiscard]] Drag drag() const { return m_drag; }

    void wheel(const QWheelEvent& event);
    void press(const QMouseEvent& event);
    /// @return true while a drag goes on, so that the view leaves hovering alone
    bool move(const QMouseEvent& event);
    /// @return what the press had become; Drag::Pressed is a click
    Drag release(const QMouseEvent& event);
    /// @param under pointer's x if it is over the view: zooming keeps that moment in place, else the middle
    /// @return false when the key is not one of these
    bool key(const QKeyEvent& event, std::optional<double> under);

private:
    static constexpr double dragThreshold = 4; ///< pixels: less is a click

    void panByShare(double share);

    TimeWindow& m_time;
    double m_left = 0;
    double m_width = 1;
    Drag m_drag = Drag::None;
    Drag m_becomes = Drag::Pan; ///< what a press is once it has moved
    std::optional<TimeRange> m_markedBefore; ///< a box to zoom to is shown as a mark as long as it is drawn
    QPointF m_pressedAt;
    TimeRange m_pressedRange;
};

} // namespace lockstep
