// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/canvas/timegestures.h"

#include "models/view/time/timewindow.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

constexpr double zoomStep = 0.8; ///< one notch of the wheel
constexpr double keyZoomStep = 0.7;
constexpr double keyPanShare = 0.1;
constexpr double notch = 120; ///< QWheelEvent's units per notch
/// Fraction of the window, at its end, in which zooming keeps following live data.
constexpr double liveShare = 0.1;

Duration scaledLength(Duration length, double share)
{
    return Duration(std::llround(static_cast<double>(length.count()) * share));
}

} // namespace

void TimeGestures::setArea(double left, double width)
{
    m_left = left;
    m_width = std::max(width, 1.0);
}

TimeAxis TimeGestures::axis() const
{
    return {m_time.range(), m_width};
}

TimePoint TimeGestures::timeAt(double x) const
{
    return axis().timeAt(std::clamp(x - m_left, 0.0, m_width));
}

double TimeGestures::pixelOf(TimePoint time) const
{
    return m_left + axis().pixelOf(time);
}

void TimeGestures::wheel(const QWheelEvent& event)
{
    const QPoint delta = event.angleDelta();
    const bool sideways = std::abs(delta.x()) > std::abs(delta.y());
    if (sideways || event.modifiers().testFlag(Qt::ShiftModifier)) {
        panByShare(-keyPanShare * (sideways ? delta.x() : delta.y()) / notch);
        return;
    }
    const bool isCloser = delta.y() > 0;
    const bool meansNewest = event.position().x() - m_left > (1 - liveShare) * m_width;
    // Zooming in on the past stops following, so that the moment does not move away.
    if (isCloser && m_time.isFollowing() && !meansNewest)
        m_time.setRange(m_time.target().range);
    m_time.zoom(std::pow(zoomStep, delta.y() / notch), timeAt(event.position().x()));
}

void TimeGestures::press(const QMouseEvent& event)
{
    m_drag = Drag::Pressed;
    m_becomes = event.modifiers().testFlag(Qt::ShiftModifier) ? Drag::Mark
        : event.modifiers().testFlag(Qt::ControlModifier)     ? Drag::Zoom
                                                              : Drag::Pan;
    m_markedBefore = m_time.marked();
    m_pressedAt = event.position();
    m_pressedRange = m_time.range();
}

bool TimeGestures::move(const QMouseEvent& event)
{
    if (m_drag == Drag::None)
        return false;
    const QPointF moved = event.position() - m_pressedAt;
    if (m_drag == Drag::Pressed && std::max(std::abs(moved.x()), std::abs(moved.y())) >= dragThreshold)
        m_drag = m_becomes;

    if (m_drag == Drag::Mark || m_drag == Drag::Zoom) {
        const TimePoint a = timeAt(m_pressedAt.x());
        const TimePoint b = timeAt(event.position().x());
        m_time.setMarked(TimeRange{std::min(a, b), std::max(a, b)});
    } else if (m_drag == Drag::Pan && std::abs(moved.x()) >= 1) {
        // From the range at the press, so that rounding errors do not accumulate.
        const Duration by = scaledLength(m_pressedRange.length(), -moved.x() / m_width);
        m_time.setRange({m_pressedRange.from + by, m_pressedRange.to + by});
    }
    return m_drag != Drag::Pressed;
}

TimeGestures::Drag TimeGestures::release(const QMouseEvent& event)
{
    move(event);
    if (m_drag == Drag::Zoom) {
        const auto box = m_time.marked();
        m_time.setMarked(m_markedBefore);
        if (box)
            m_time.setRange(*box);
    }
    return std::exchange(m_drag, Drag::None);
}

bool TimeGestures::key(const QKeyEvent& event, std::optional<double> under)
{
    const auto zoom = [&](double factor) {
        m_time.zoom(factor, timeAt(under.value_or(m_left + m_width / 2)));
    };
    const Qt::KeyboardModifiers held = event.modifiers() & ~(Qt::ShiftModifier | Qt::KeypadModifier);
    if (held != Qt::NoModifier)
        return false;
    const double share = event.modifiers().testFlag(Qt::ShiftModifier) ? keyPanShare * 5 : keyPanShare;
    switch (event.key()) {
    case Qt::Key_W:
    case Qt::Key_Plus:
        zoom(keyZoomStep);
        return true;
    case Qt::Key_S:
    case Qt::Key_Minus:
        zoom(1 / keyZoomStep);
        return true;
    case Qt::Key_A:
    case Qt::Key_Left:
        panByShare(-share);
        return true;
    case Qt::Key_D:
    case Qt::Key_Right:
        panByShare(share);
        return true;
    case Qt::Key_L:
    case Qt::Key_End:
        m_time.follow();
        return true;
    default:
        return false;
    }
}

void TimeGestures::panByShare(double share)
{
    m_time.pan(scaledLength(m_time.target().range.length(), share));
}

} // namespace lockstep
