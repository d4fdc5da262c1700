// SPDX-License-Identifier: GPL-3.0-or-later
#include "views3d/input/rackmover.h"

#include <QApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QWidget>

#include <utility>

namespace lockstep {

namespace {

bool isUndo(const QKeyEvent& event)
{
    return event.key() == Qt::Key_Z && event.modifiers() == Qt::ControlModifier;
}

bool isRedo(const QKeyEvent& event)
{
    return event.key() == Qt::Key_Z && event.modifiers() == (Qt::ControlModifier | Qt::ShiftModifier);
}

} // namespace

RackMover::RackMover(QWidget* surface, Hall hall) : QObject(surface), m_surface(surface), m_hall(std::move(hall))
{
    surface->installEventFilter(this); // installed later than the navigator's filter, so it runs first
}

void RackMover::setOn(bool isOn)
{
    if (m_isOn == isOn)
        return;
    end();
    m_isOn = isOn;
    m_surface->unsetCursor();
}

/// Cancels a drag in progress.
void RackMover::end()
{
    m_held.reset();
    if (std::exchange(m_drag, std::nullopt))
        Q_EMIT dragged();
}

bool RackMover::eventFilter(QObject* watched, QEvent* event)
{
    if (!m_isOn)
        return QObject::eventFilter(watched, event);
    switch (event->type()) {
    case QEvent::MouseButtonPress:
        return press(static_cast<const QMouseEvent&>(*event));
    case QEvent::MouseMove:
        return move(static_cast<const QMouseEvent&>(*event));
    case QEvent::MouseButtonRelease:
        return release(static_cast<const QMouseEvent&>(*event));
    case QEvent::ShortcutOverride:
        if (const auto& pressed = static_cast<const QKeyEvent&>(*event); isUndo(pressed) || isRedo(pressed))
            event->accept();
        return false;
    case QEvent::KeyPress:
        return key(static_cast<const QKeyEvent&>(*event));
    case QEvent::Hide:
        end();
        return false;
    default:
        return false;
    }
}

bool RackMover::press(const QMouseEvent& event)
{
    m_isSpent = false;
    if (m_drag)
        return true; // another button pressed at the same time
    if (event.button() != Qt::LeftButton || (event.modifiers() & (Qt::ShiftModifier | Qt::ControlModifier)) != 0)
        return false;
    m_pressedAt = event.position();
    m_held = m_hall.grip(m_pressedAt);
    return false; // the navigator needs it to detect a click
}

bool RackMover::move(const QMouseEvent& event)
{
    if (m_isSpent)
        return true;
    if (m_held && (event.position() - m_pressedAt).manhattanLength() >= QApplication::startDragDistance()) {
        m_drag = std::exchange(m_held, std::nullopt);
        Q_EMIT began();
    }
    if (m_drag) {
        m_drag->follow(m_hall.rayOf(event.position()));
        m_surface->setCursor(m_drag->isBlocked() ? Qt::ForbiddenCursor : Qt::ClosedHandCursor);
        Q_EMIT dragged();
        return true;
    }
    if (event.buttons() == Qt::NoButton)
        showHand(event.position());
    return m_held.has_value();
}

void RackMover::showHand(QPointF pixel)
{
    if (m_hall.isOverRack(pixel))
        m_surface->setCursor(Qt::OpenHandCursor);
    else
        m_surface->unsetCursor();
}

bool RackMover::release(const QMouseEvent& event)
{
    m_held.reset();
    if (std::exchange(m_isSpent, false))
        return false;
    if (!m_drag || event.button() != Qt::LeftButton)
        return m_drag.has_value();
    const RackDrag drag = *std::exchange(m_drag, std::nullopt);
    Q_EMIT dragged();
    showHand(event.position());
    if (drag.isBlocked())
        Q_EMIT refused(drag);
    else if (drag.hasMoved())
        Q_EMIT dropped(drag);
    return false;
}

bool RackMover::key(const QKeyEvent& event)
{
    if (isUndo(event)) {
        end();
        Q_EMIT undoWanted();
    } else if (isRedo(event)) {
        end();
        Q_EMIT redoWanted();
    } else if (event.key() == Qt::Key_Escape && event.modifiers() == Qt::NoModifier) {
        m_isSpent = m_drag.has_value();
        const bool wasUnderWay = m_isSpent;
        end();
        m_surface->unsetCursor();
        if (!wasUnderWay)
            Q_EMIT endWanted();
    } else {
        return false;
    }
    return true;
}

} // namespace lockstep

#include "moc_rackmover.cpp"
