// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views3d/geometry/hallcamera.h"
#include "views3d/geometry/rackdrag.h"

#include <QObject>

#include <functional>
#include <optional>

class QKeyEvent;
class QMouseEvent;
class QWidget;

namespace lockstep {

/// While enabled, a left drag on a rack moves the rack; all other input goes to the navigator. Escape cancels a drag,
/// then ends the mode; Ctrl+Z and Ctrl+Shift+Z request undo and redo. GUI thread; child of the surface it watches,
/// created after the navigator.
class RackMover : public QObject
{
    Q_OBJECT

public:
    /// Properties of the hall that it needs.
    struct Hall
    {
        std::function<Ray(QPointF)> rayOf;
        std::function<bool(QPointF)> isOverRack; ///< whether grip() would hold a rack there
        /// The rack under a pixel, held at that point; nullopt: no movable rack.
        std::function<std::optional<RackDrag>(QPointF)> grip;
    };

    RackMover(QWidget* surface, Hall hall);

    void setOn(bool isOn);
    [[nodiscard]] bool isOn() const { return m_isOn; }
    [[nodiscard]] const std::optional<RackDrag>& drag() const { return m_drag; } ///< nullopt: no drag

Q_SIGNALS:
    void began(); ///< a drag has begun: others must ignore the press
    void dragged(); ///< drag() has changed or ended
    void dropped(const lockstep::RackDrag& drag); ///< at a free place
    void refused(const lockstep::RackDrag& drag); ///< at an occupied place
    void undoWanted();
    void redoWanted();
    void endWanted();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    bool press(const QMouseEvent& event);
    bool move(const QMouseEvent& event);
    bool release(const QMouseEvent& event);
    bool key(const QKeyEvent& event);
    void end();
    void showHand(QPointF pixel);

    QWidget* m_surface;
    Hall m_hall;
    QPointF m_pressedAt;
    std::optional<RackDrag> m_held; ///< pressed, but not yet moved far enough for a drag
    std::optional<RackDrag> m_drag;
    bool m_isOn = false;
    bool m_isSpent = false; ///< the drag was cancelled while the button is still pressed
};

} // namespace lockstep
