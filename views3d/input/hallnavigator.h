// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views3d/geometry/hallcamera.h"
#include "views3d/input/hallcommand.h"

#include <QObject>
#include <QRectF>
#include <QVariantAnimation>

#include <functional>
#include <optional>

class QMouseEvent;
class QWheelEvent;
class QWidget;

namespace lockstep {

/// Turns mouse, wheel and keys on the 3D surface into camera moves and requests. Left drag orbits, middle or right drag
/// pans, Shift + left drag selects a frame, the wheel zooms at the cursor. GUI thread; child of the surface it watches.
class HallNavigator : public QObject
{
    Q_OBJECT

public:
    using DepthProbe = std::function<std::optional<QVector3D>(QPointF)>;

    explicit HallNavigator(QWidget* surface);

    [[nodiscard]] const HallCamera& camera() const { return m_camera; }
    /// The camera at the end of the current flight.
    [[nodiscard]] const HallCamera& destination() const { return isFlying() ? m_to : m_camera; }
    /// False once the user has moved the camera; from then on it does not adjust by itself.
    [[nodiscard]] bool isUntouched() const { return m_isUntouched; }
    /// Finds the point of the scene under a pixel, so that zoom and orbit act on it.
    void setDepthProbe(DepthProbe probe) { m_probe = std::move(probe); }

    /// Area covered by overlays, which flights keep clear; called when needed.
    void setKeepClear(std::function<QRectF()> keepClear) { m_keepClear = std::move(keepClear); }

    /// Sets the initial view: all of @p boxes.
    void open(std::span<const Box> boxes);
    /// Flies to a box in a short, eased motion; at once if the system asks for reduced motion.
    void flyTo(const Box& box);
    void flyTo(std::span<const Box> boxes);
    /// Like flyTo() above, from a direction as defined by HallCamera.
    /// @param keepsClear places the box beside the overlays, not behind them
    void flyTo(const Box& box, float azimuth, float elevation, bool keepsClear = false);
    /// Returns to an earlier camera.
    void flyTo(const HallCamera& camera) { start(camera); }
    /// Exchanges the camera with @p other, without a flight; nullopt: the initial view.
    void exchange(std::optional<HallCamera>& other);
    void turnTo(CameraPreset preset, std::span<const Box> boxes);
    void stop() { m_flight.stop(); }
    /// Ignores the current press: no orbit, no click.
    void forgetPress();
    [[nodiscard]] bool isFlying() const { return m_flight.state() == QAbstractAnimation::Running; }
    /// Whether the system asks for reduced motion.
    [[nodiscard]] bool isMotionReduced() const;

Q_SIGNALS:
    void cameraChanged();
    void pointed(QPointF pixel);
    void pointerLeft();
    void clicked(QPointF pixel, bool toggles);
    void doubleClicked(QPointF pixel);
    void framing(QRectF frame); ///< while a selection frame is drawn; empty: ended
    void framed(QRectF frame, bool adds);
    void commanded(lockstep::HallCommand command); ///< all except orbit, pan and zoom, which are handled here

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    bool handle(QEvent& event);
    void press(const QMouseEvent& event);
    void move(const QMouseEvent& event);
    void release(const QMouseEvent& event);
    void wheel(const QWheelEvent& event);
    void run(HallCommand command);
    void steer(const HallCamera& camera);
    void start(const HallCamera& destination);
    void grip(QPointF pixel);
    [[nodiscard]] QSizeF viewport() const;
    [[nodiscard]] QRectF keepClear() const { return m_keepClear ? m_keepClear() : QRectF(); }

    QWidget* m_surface;
    DepthProbe m_probe;
    std::function<QRectF()> m_keepClear;
    HallCamera m_camera;
    HallCamera m_from;
    HallCamera m_to;
    QVariantAnimation m_flight;
    QPointF m_pressedAt;
    QPointF m_last;
    Qt::MouseButton m_button = Qt::NoButton;
    bool m_isDragging = false;
    bool m_isFraming = false;
    bool m_isUntouched = true;
};

} // namespace lockstep
