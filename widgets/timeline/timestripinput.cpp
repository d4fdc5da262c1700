// SPDX-License-Identifier: GPL-3.0-or-later
// What TimeStrip does with pointer and keyboard.
#include "models/view/selection.h"
#include "models/view/timewindow.h"
#include "widgets/common/timegestures.h"
#include "widgets/timeline/timestrip.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

constexpr double zoomStep = 0.8;
constexpr double notch = 120;
/// The shortest window that the handles can make.
constexpr Duration shortest = std::chrono::microseconds(1);

} // namespace

void TimeStrip::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || m_context.time.extent().isEmpty())
        return;
    m_pressedAt = event->position();
    m_grip = event->modifiers().testFlag(Qt::ShiftModifier) ? Grip::Mark : gripAt(m_pressedAt);
    if (m_grip == Grip::Window)
        m_context.time.setCursor(axis().timeAt(m_pressedAt.x()));
    m_pressedRange = m_context.time.target().range;
}

void TimeStrip::dragTo(QPointF point)
{
    const TimePoint here = axis().timeAt(std::clamp(point.x(), 0.0, axis().width));
    const TimePoint there = axis().timeAt(m_pressedAt.x());
    TimeWindow& time = m_context.time;
    switch (m_grip) {
    case Grip::From:
        time.setRange({std::min(here, m_pressedRange.to - shortest), m_pressedRange.to});
        break;
    case Grip::To:
        time.setRange({m_pressedRange.from, std::max(here, m_pressedRange.from + shortest)});
        break;
    case Grip::Window:
        time.setRange({m_pressedRange.from + (here - there), m_pressedRange.to + (here - there)});
        time.setCursor(here);
        break;
    case Grip::Mark:
        time.setMarked(TimeRange{std::min(here, there), std::max(here, there)});
        break;
    case Grip::None:
        break;
    }
}

void TimeStrip::mouseMoveEvent(QMouseEvent* event)
{
    if (m_context.time.extent().isEmpty())
        return;
    if (m_grip != Grip::None) {
        // A pixel of trembling is a click: it must not end following.
        if (std::abs(event->position().x() - m_pressedAt.x()) >= 2)
            dragTo(event->position());
        return;
    }
    const Grip grip = gripAt(event->position());
    setCursor(grip == Grip::From || grip == Grip::To ? Qt::SizeHorCursor : Qt::ArrowCursor);
    m_context.selection.setHovered({}, axis().timeAt(event->position().x()));
}

void TimeStrip::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton)
        m_grip = Grip::None;
}

void TimeStrip::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton)
        m_context.time.fitExtent();
}

void TimeStrip::wheelEvent(QWheelEvent* event)
{
    if (m_context.time.extent().isEmpty())
        return;
    m_context.time.zoom(std::pow(zoomStep, event->angleDelta().y() / notch), axis().timeAt(event->position().x()));
    event->accept();
}

void TimeStrip::keyPressEvent(QKeyEvent* event)
{
    TimeGestures gestures(m_context.time);
    if (gestures.key(*event, std::nullopt))
        return;
    if (event->key() == Qt::Key_Home)
        m_context.time.fitExtent();
    else if (event->key() == Qt::Key_Escape)
        m_context.time.setMarked(std::nullopt);
    else
        event->ignore();
}

void TimeStrip::leaveEvent(QEvent*)
{
    m_context.selection.setHovered({});
}

} // namespace lockstep
